package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.generator.GeneratorRegistration;
import io.poolbench.generator.GeneratorServer;
import io.poolbench.remote.Token;
import io.poolbench.result.CellResult;
import io.poolbench.result.GeneratorHost;
import io.poolbench.result.GeneratorUse;
import io.poolbench.result.StepResult;
import io.poolbench.result.Violation;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study whose calls are made by load generators, Dubbo services on loopback in a registry. */
class GeneratorsIT {
  private static final Token TOKEN = new Token("0123456789abcdef");
  private static final String STUDY =
      """
      driver: {method: empty}
      redis: {kind: embedded, records: 10}
      load: {users: [1, 5], warmup: 500ms, settle: 100ms, measure: 500ms}
      sla: {tp99: 5s}
      provider: {threadpool: fixed, threads: 16, jvm: {options: [-Xmx128m, "-XX:TieredStopAtLevel=1"]}}
      """;

  @TempDir private Path folder;

  @Test
  void twoGeneratorsMakeTheCallsOfOneStudy() throws Exception {
    Path token = Files.writeString(folder.resolve("token"), TOKEN.text() + "\n");
    Path wrong = Files.writeString(folder.resolve("wrong"), TOKEN.text() + "?");
    InetSocketAddress one = free();
    InetSocketAddress two = free();
    try (GeneratorServer first = GeneratorServer.start(one, TOKEN, Poolbench.Version.text());
        GeneratorServer second = GeneratorServer.start(two, TOKEN, "another")) {
      assertThat(List.of(first, second)).doesNotContainNull();
      assertMistake(ExitCode.USAGE, "wrong token", ListenOption.text(one), wrong);
      assertMistake(
          ExitCode.USAGE,
          "version mismatch",
          ListenOption.text(one) + "," + ListenOption.text(two),
          token);
      assertMistake(
          ExitCode.USAGE,
          "two generators of one address",
          ListenOption.text(one) + ",localhost:" + one.getPort(),
          token);
      assertMistake(ExitCode.LAB_FAILED, "cannot be reached", ListenOption.text(free()), token);
      assertMistake(
          ExitCode.LAB_FAILED, "registry", "zookeeper://" + ListenOption.text(free()), token);
    }
    try (TestingServer registry = new TestingServer()) {
      String url = "zookeeper://" + registry.getConnectString();
      assertMistake(ExitCode.LAB_FAILED, "no generators registered", url, token);
      try (GeneratorServer first = GeneratorServer.start(one, TOKEN, Poolbench.Version.text());
          GeneratorServer second = GeneratorServer.start(two, TOKEN, Poolbench.Version.text());
          GeneratorRegistration firstThere = GeneratorRegistration.of(url, one);
          GeneratorRegistration secondThere = GeneratorRegistration.of(url, two)) {
        assertThat(List.of(first, second, firstThere, secondThere)).doesNotContainNull();
        Executed run = run(url, token);

        assertThat(run.err()).isEmpty();
      }
    }
    CellResult cell = Executed.result(folder, "study").cells().get(0);
    assertThat(cell.failure()).isNull();
    assertThat(cell.failedCalls()).isEmpty();
    assertThat(cell.environment().generators())
        .extracting(GeneratorHost::address)
        .containsExactlyInAnyOrder(ListenOption.text(one), ListenOption.text(two));
    assertThat(cell.steps()).extracting(StepResult::level).containsExactly(1, 5);
    assertThat(cell.steps()).allSatisfy(GeneratorsIT::assertMerged);
    assertThat(cell.steps().get(1).driver().generators())
        .extracting(GeneratorUse::level)
        .containsExactly(3, 2);
  }

  /** Both clocks and the provider's own count agree on what the step's calls are. */
  private static void assertMerged(StepResult step) {
    List<GeneratorUse> uses = step.driver().generators();
    long windows = step.batches().windows().stream().distinct().count();
    assertThat(uses).hasSize(Math.toIntExact(2 * windows)).noneMatch(GeneratorUse::lost);
    assertThat(uses.stream().mapToLong(use -> use.calls().ok()).sum())
        .isEqualTo(step.calls().ok())
        .isPositive();
    assertThat(step.verdict().violations())
        .describedAs("%s", step.verdict().violations())
        .extracting(Violation::code)
        .doesNotContain("no_calls", "generator_lost");
    // However busy this host is: Little's law of the whole is that of its parts.
    double userSeconds = uses.stream().mapToDouble(use -> use.busyUsers() * use.seconds()).sum();
    assertThat(step.pending().busyUsers() * step.seconds()).isCloseTo(userSeconds, within(1e-3));
  }

  private void assertMistake(ExitCode exit, String problem, String generators, Path token)
      throws IOException {
    Executed run = run(generators, token);
    assertThat(run.err()).contains(problem).hasLineCount(1);
    assertThat(run.exit()).isEqualTo(exit.code());
    assertThat(folder.resolve("results")).doesNotExist();
  }

  private Executed run(String generators, Path token) throws IOException {
    return Executed.run(
        folder, "study", STUDY, "--generators", generators, "--token-file", token.toString());
  }

  private static InetSocketAddress free() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket socket = new ServerSocket(0, 1, loopback)) {
      return new InetSocketAddress(loopback, socket.getLocalPort());
    }
  }
}
