package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Calibrated;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Violation;
import io.poolbench.journal.ViolationCode;
import io.poolbench.report.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Studies whose provider runs behind a command, which gives processes of this host. */
class MachinesIT {
  private static final String STUDY =
      """
      driver: {method: empty}
      redis: {kind: embedded, records: 10}
      load: {users: [1, 5], thinkTime: 10ms, warmup: 500ms, settle: 100ms, measure: 500ms}
      sla: {tp99: 5s}
      provider: {threads: 16, jvm: {options: [-Xmx128m, "-XX:TieredStopAtLevel=1"]}}
      """;

  @TempDir private Path folder;

  /**
   * The driver's command in a cluster, named by the study, with a stand-in for kubectl that
   * executes what a pod would.
   */
  @Test
  void aProviderElsewhereIsMeasured() throws Exception {
    Path kubectl =
        Files.writeString(folder.resolve("kubectl"), "#!/bin/sh\nshift 4\nexec \"$@\"\n");
    assertThat(kubectl.toFile().setExecutable(true)).isTrue();
    String pod = kubectl + " exec -i provider-0 --";
    Executed run = Executed.run(folder, "study", STUDY, "--provider-on", pod);

    MeasuredCell cell = run.cells(folder, "study").get(0);
    assertThat(cell.failedCalls()).isEmpty();
    assertThat(cell.pool().maxThreads()).isEqualTo(16);
    assertThat(cell.environment().providerHost().address()).isEqualTo(pod);
    assertThat(cell.environment().redis()).contains("embedded");
    assertThat(cell.steps()).extracting(Level::level).containsExactly(1, 5);
    assertThat(cell.judged().levels())
        .allSatisfy(
            level -> {
              assertThat(level.together().calls().ok()).isPositive();
              assertThat(level.verdict().violations())
                  .extracting(Violation::code)
                  .doesNotContain("no_calls");
            });
    Level step = cell.steps().get(1);
    assertThat(Metric.PROVIDER_CPU.of(step)).isPositive();
    if (Runtime.getRuntime().availableProcessors() > 1) {
      assertThat(cell.environment().providerCpus())
          .as("this machine is divided as without the command")
          .isNotEqualTo(cell.environment().driverCpus());
      assertThat(Metric.OTHERS_CPU.of(step)).isNotNull();
    }
    assertThat(Executed.results(folder, "study").providerLog(cell.cell().name(), 1).toString())
        .as("the log of the first try is there")
        .endsWith(".try2.log");
    assertThat(Executed.results(folder, "study").path().resolve("report.html"))
        .content()
        .containsPattern("provider-0 -- \\(.*round trip [0-9.]+ ms");
  }

  /** Four minutes on a quiet host, so that the limit of all tests ends it on a busy one. */
  @Tag("nightly")
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  @Test
  void callsOfAProviderElsewhereAreCalibrated() throws Exception {
    Executed run =
        Executed.run(
            folder,
            "study",
            """
            calibration: {saturationTps: 200, threadTime: 12ms, outsideTime: 6ms}
            redis: {kind: embedded, records: 10, latency: {mean: 1ms, deviation: 50us}}
            load: {users: 4, warmup: 1s, settle: 100ms, measure: 300ms}
            sla: {tp99: 5s}
            provider: {threads: 4, jvm: {options: [-Xmx128m]}}
            """,
            "--provider-on",
            "env SIDE=p");

    MeasuredCell cell = run.cells(folder, "study").get(0);
    Calibrated calibrated =
        Calibrated.in(Executed.recorded(folder, "study").journal()).orElseThrow();
    assertThat(calibrated.chosen().cpuIterations()).isPositive();
    assertThat(Metric.PROVIDER_CPU_PER_CALL.of(cell.steps().get(0)))
        .as("without the work that was chosen a call takes some 100 us")
        .isGreaterThan(2_000);
  }

  @Test
  void whatCannotBeUsedIsRefusedInOneLine() throws Exception {
    assertRefused(ExitCode.LAB_FAILED, "wrong key", "sh -c 'echo wrong key >&2'");
    assertRefused(
        ExitCode.LAB_FAILED, "copy this release there", "env", "--provider-home", "" + folder);
    assertRefused(
        ExitCode.USAGE, "another build of poolbench", "env", "--provider-home", "" + otherBuild());
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

  private void assertRefused(ExitCode exit, String problem, String command, String... options)
      throws Exception {
    List<String> all = new ArrayList<>(List.of("--provider-on", command));
    all.addAll(List.of(options));
    Executed run = Executed.run(folder, "study", STUDY, all.toArray(String[]::new));
    run.assertRefused(exit, problem);
    assertThat(folder.resolve("results")).doesNotExist();
  }

  @Tag("nightly")
  @Test
  void aKilledHostProcessFailsItsCellAndTheNextOneRuns() throws Exception {
    RunProcess.assumeLinux();
    String study = STUDY + "cells: [{name: lost, load: {measure: 20s}}, {name: runs}]\n";
    try (RunProcess run = RunProcess.plain(folder, study, "--provider-on", "env SIDE=p")) {
      run.awaitOutput("warming up");
      ProcessHandle provider = run.provider();
      RunProcess.signal("KILL", run.hosts().get(0));
      run.awaitExit();
      assertThat(provider.isAlive()).isFalse();
    }
    List<MeasuredCell> cells = RunProcess.measured(folder);
    assertThat(cells.get(0).failure().code()).isEqualTo(ViolationCode.PROVIDER_HOST_LOST.id());
    assertThat(cells.get(1).failure()).isNull();
  }
}
