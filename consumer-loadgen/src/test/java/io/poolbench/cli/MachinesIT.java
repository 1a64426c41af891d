package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.result.Calibrated;
import io.poolbench.result.CellEnvironment.GeneratorHost;
import io.poolbench.result.CellResult;
import io.poolbench.result.GeneratorUse;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.Violation;
import io.poolbench.result.ViolationCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Studies whose provider and load run behind commands, which all give processes of this host. */
class MachinesIT {
  private static final String STUDY =
      """
      driver: {method: empty}
      redis: {kind: embedded, records: 10}
      load: {users: [1, 5], thinkTime: 10ms, warmup: 500ms, settle: 100ms, measure: 500ms}
      sla: {tp99: 5s}
      provider: {threads: 16, jvm: {options: [-Xmx128m, "-XX:TieredStopAtLevel=1"]}}
      """;
  private static final String[] BESIDE = {
    "--provider-on", "env SIDE=p", "--load-from", "env SIDE=1", "--load-from", "env SIDE=2"
  };

  @TempDir private Path folder;

  /**
   * The coordinator's commands in a cluster, named by the study, with a stand-in for kubectl that
   * executes what a pod would.
   */
  @Test
  void aProviderAndTwoGeneratorsElsewhereMeasureOneStudy() throws Exception {
    Path kubectl =
        Files.writeString(folder.resolve("kubectl"), "#!/bin/sh\nshift 4\nexec \"$@\"\n");
    assertThat(kubectl.toFile().setExecutable(true)).isTrue();
    String pod = kubectl + " exec -i %s --";
    List<String> load = List.of(pod.formatted("load-0"), pod.formatted("load-1"));
    String machines =
        "machines: {provider: %s, load: %s}\n".formatted(pod.formatted("provider-0"), load);
    Executed run = Executed.run(folder, "study", STUDY + machines, "--yes");

    CellResult cell = run.cells(folder, "study").get(0);
    assertThat(cell.failedCalls()).isEmpty();
    assertThat(cell.pool().maxThreads()).isEqualTo(16);
    assertThat(cell.environment().providerHost().address()).isEqualTo(pod.formatted("provider-0"));
    assertThat(cell.environment().redis()).contains("embedded");
    assertThat(cell.environment().generators())
        .extracting(GeneratorHost::address)
        .containsExactlyElementsOf(load);
    assertThat(cell.steps()).extracting(StepResult::level).containsExactly(1, 5);
    assertThat(cell.steps()).allSatisfy(MachinesIT::assertMerged);
    StepResult step = cell.steps().get(1);
    assertThat(step.generators()).extracting(GeneratorUse::level).contains(3, 2);
    assertThat(Metric.PROVIDER_CPU.of(step)).isPositive();
    assertThat(Metric.OTHERS_CPU.of(step)).as("unknown where all are on one machine").isNull();
    assertThat(Executed.results(folder, "study").providerLog(cell.cell().name(), 1).toString())
        .as("the log of the first try is there")
        .endsWith(".try2.log");
    assertThat(Executed.results(folder, "study").path().resolve("report.html"))
        .content()
        .containsPattern("load-1 -- \\(.*starts within [0-9.]+ ms");
  }

  /** Both clocks and the provider's own count agree on what the step's calls are. */
  private static void assertMerged(StepResult step) {
    List<GeneratorUse> uses = step.generators();
    long windows = step.batches().windows().stream().distinct().count();
    assertThat(uses).hasSize(Math.toIntExact(2 * windows)).noneMatch(GeneratorUse::lost);
    assertThat(uses.stream().mapToLong(use -> use.calls().ok()).sum())
        .isEqualTo(step.calls().ok())
        .isPositive();
    assertThat(step.verdict().violations())
        .extracting(Violation::code)
        .doesNotContain("no_calls", "generator_lost");
    // However busy this host is: Little's law of the whole is that of its parts.
    double userSeconds = uses.stream().mapToDouble(use -> use.busyUsers() * use.seconds()).sum();
    assertThat(step.pending().busyUsers() * step.seconds()).isCloseTo(userSeconds, within(1e-3));
  }

  /** Four minutes on a quiet host, so that the limit of all tests ends it on a busy one. */
  @Tag("nightly")
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  @Test
  void callsAreCalibratedThroughTheGenerators() throws Exception {
    Executed run =
        Executed.run(
            folder,
            "study",
            """
            calibration: {saturationTps: 200, threadTime: 12ms, outsideTime: 6ms}
            redis: {kind: embedded, records: 10, latency: {mean: 1ms, deviation: 50us}}
            load: {users: 4, warmup: 1s, settle: 100ms, measure: 300ms}
            sla: {tp99: 1m}
            validity: {driverCpu: 100%, runQueueWait: 999%, gcPause: 100%}
            provider: {threads: 4, jvm: {options: [-Xmx128m]}}
            """,
            BESIDE);

    CellResult cell = run.cells(folder, "study").get(0);
    Calibrated calibrated = Executed.result(folder, "study").calibration();
    assertThat(calibrated.cpuIterations()).isPositive();
    assertThat(cell.cell().dubbo().work().cpuIterations()).isEqualTo(calibrated.cpuIterations());
    assertThat(cell.cell().redis().latency()).isEqualTo(calibrated.redis());
    assertThat(cell.cell().network().latency()).isEqualTo(calibrated.network());
    assertThat(cell.environment().generators()).hasSize(2);
  }

  @Test
  void whatCannotBeUsedIsRefusedInOneLine() throws Exception {
    assertRefused(ExitCode.LAB_FAILED, "wrong key", "--load-from", "sh -c 'echo wrong key >&2'");
    assertRefused(
        ExitCode.USAGE, "2 (valid: 1..1)", "--load-from", "env", "--least-generators", "2");
    assertRefused(
        ExitCode.USAGE,
        "another build of poolbench",
        "--load-from",
        "env POOLBENCH_HOME=" + otherBuild());
    Executed.run(
            folder,
            "study",
            STUDY + "machines: {provider: ssh sut, load: [ssh a]}\n",
            "--load-from",
            "env")
        .assertRefused(ExitCode.USAGE, "ssh sut (confirm with --yes)");
  }

  /** This build with one library more. */
  private Path otherBuild() throws IOException {
    Path home = Poolbench.home().toAbsolutePath();
    Path other = Files.createDirectories(folder.resolve("other"));
    Files.createDirectories(other.resolve("provider/web/target/lib"));
    for (String module : List.of("consumer-loadgen", "provider/agent", "provider/server")) {
      Files.createSymbolicLink(other.resolve(module), home.resolve(module));
    }
    Files.writeString(other.resolve("provider/web/target/lib/further.jar"), "");
    return other;
  }

  private void assertRefused(ExitCode exit, String problem, String... options) throws Exception {
    Executed run = Executed.run(folder, "study", STUDY, options);
    run.assertRefused(exit, problem);
    assertThat(folder.resolve("results")).doesNotExist();
  }

  @Test
  void aKilledProviderSideFailsItsCellAndTheNextOneRuns() throws Exception {
    RunProcess.assumeLinux();
    String study = STUDY + "cells: [{name: lost, load: {measure: 20s}}, {name: runs}]\n";
    String command = "env XDG_CACHE_HOME=" + folder;
    try (RunProcess run = RunProcess.plain(folder, study, "--provider-on", command)) {
      run.awaitOutput("redis: embedded");
      ProcessHandle provider = run.provider();
      ProcessHandle side = run.sides().get(0);
      Path log = folder.resolve("poolbench-sides/providers/" + side.pid());
      assertThat(log).isDirectory();
      RunProcess.signal("KILL", side);
      run.awaitExit();
      assertThat(log).doesNotExist();
      provider.onExit().get(10, TimeUnit.SECONDS);
    }
    List<CellResult> cells = RunProcess.result(folder).cells();
    assertThat(cells.get(0).failure().code()).isEqualTo(ViolationCode.PROVIDER_HOST_LOST.id());
    assertThat(cells.get(1).failure()).isNull();
  }
}
