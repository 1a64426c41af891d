package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.remote.Token;
import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.ViolationCode;
import io.poolbench.study.ProviderHostClient;
import io.poolbench.study.ProviderHostServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A study whose providers a lab daemon starts. */
class ProviderHostIT {
  private static final Token TOKEN = new Token("0123456789abcdef");
  private static final String STUDY =
      """
      provider: {threads: 8, jvm: {options: [-Xmx128m, "-XX:TieredStopAtLevel=1"]}}
      redis: {kind: embedded, records: 10}
      load: {users: 2, warmup: 500ms, settle: 100ms, measure: 500ms}
      sla: {tp99: 5s}
      """;

  @TempDir private Path folder;
  private Path token;
  private InetSocketAddress daemon;

  @BeforeEach
  void prepare() throws IOException {
    token = Files.writeString(folder.resolve("token"), TOKEN.text() + "\n");
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket socket = new ServerSocket(0, 1, loopback)) {
      daemon = new InetSocketAddress(loopback, socket.getLocalPort());
    }
  }

  @Test
  void aProviderRunsThereAndIsMeasuredThereAndWhatIsNotItsWorkIsRefusedInOneLine()
      throws Exception {
    List<Path> before = temporary();
    Path wrong = Files.writeString(folder.resolve("wrong"), TOKEN.text() + "?");
    assertRefused(ExitCode.LAB_FAILED, "cannot be reached", token, STUDY);
    try (ProviderHostServer other = start("another")) {
      assertThat(other).isNotNull();
      assertRefused(ExitCode.USAGE, "version mismatch", token, STUDY);
    }
    try (ProviderHostServer server = start(Poolbench.Version.text())) {
      assertThat(server).isNotNull();
      assertRefused(ExitCode.USAGE, "wrong token", wrong, STUDY);
      try (ProviderHostClient first =
          ProviderHostClient.connect(address(), TOKEN, Poolbench.Version.text())) {
        assertThat(first.host().host().cpuModel()).isNotEmpty();
        assertRefused(ExitCode.LAB_FAILED, "another coordinator", token, STUDY);
      }
      assertRefused(
          ExitCode.USAGE,
          "provider.jvm.home",
          token,
          "provider: {jvm: {home: " + System.getProperty("java.home") + "}}\n");
      assertRefused(ExitCode.USAGE, "target", token, "target: {jar: app.jar, port: 20880}\n");
      assertRefused(ExitCode.USAGE, "cpus.provider", token, "cpus: {provider: \"8191\"}\n");

      Executed run = run(token, STUDY);

      assertThat(run.err()).isEmpty();
    }
    CellResult cell = Executed.result(folder, "study").cells().get(0);
    assertThat(cell.failure()).isNull();
    assertThat(cell.pool().maxThreads()).isEqualTo(8);
    assertThat(cell.environment().providerHost().address()).isEqualTo(address());
    assertThat(cell.environment().redis()).contains("embedded");
    StepResult step = cell.steps().get(0);
    assertThat(step.calls().ok()).isPositive().isEqualTo(step.calls().total());
    assertThat(step.provider().cpuPct()).isPositive();
    assertThat(step.host().otherPct()).isNotNull();
    assertThat(step.host().redisHiccupMaxMillis()).isNotNull();
    assertThat(Executed.results(folder, "study").providerLog(cell.cell().name(), 1).toString())
        .as("the log of the first try is there")
        .endsWith(".try2.log");
    assertThat(providers()).isEmpty();
    assertThat(temporary()).isEqualTo(before);
  }

  @Test
  void aCellWhoseProviderOrDaemonEndsFailsWithItsReasonAndTheRunEnds() throws Exception {
    RunProcess.assumeLinux();
    String study =
        STUDY
            + """
            cells:
              - {name: crashed, load: {measure: 20s}}
              - {name: lost, load: {measure: 20s}}
              - {name: away}
            """;
    String port = Integer.toString(daemon.getPort());
    try (RunProcess host =
        RunProcess.of("provider", "--serve", "--port", port, "--token-file", token.toString())) {
      host.awaitOutput("provider host at ");
      try (RunProcess run =
          RunProcess.plain(
              folder, study, "--provider-host", address(), "--token-file", token.toString())) {
        ProcessHandle first = host.provider();
        run.awaitOutput("redis: embedded");
        RunProcess.signal("KILL", first);
        run.awaitOutput("[2/3]");
        ProcessHandle second = host.provider();
        RunProcess.signal("KILL", host.driver());

        run.assertExit(ExitCode.LAB_FAILED);
        second.onExit().get();
      }
    }
    List<CellResult> cells = RunProcess.result(folder).cells();
    assertThat(cells)
        .extracting(cell -> cell.failure().code())
        .containsExactly(
            ViolationCode.PROVIDER_ENDED.id(),
            ViolationCode.PROVIDER_HOST_LOST.id(),
            ViolationCode.PROVIDER_HOST_LOST.id());
    assertThat(cells.get(0).failure().detail()).contains("exit code 137");
  }

  private ProviderHostServer start(String version) throws Exception {
    return ProviderHostServer.start(
        daemon, TOKEN, version, Poolbench.home().resolve(Path.of("provider")));
  }

  /** What daemons keep of their providers. */
  private static List<Path> temporary() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("poolbench-provider"))
          .sorted()
          .toList();
    }
  }

  private static List<ProcessHandle> providers() {
    return ProcessHandle.current()
        .descendants()
        .filter(child -> child.info().commandLine().orElse("").contains("ProviderMain"))
        .toList();
  }

  private void assertRefused(ExitCode exit, String problem, Path with, String study)
      throws IOException {
    Executed run = run(with, study);
    assertThat(run.err()).contains(problem).hasLineCount(1);
    assertThat(run.exit()).isEqualTo(exit.code());
    assertThat(folder.resolve("results")).doesNotExist();
  }

  private Executed run(Path with, String study) throws IOException {
    return Executed.run(
        folder, "study", study, "--provider-host", address(), "--token-file", with.toString());
  }

  private String address() {
    return ListenOption.text(daemon);
  }
}
