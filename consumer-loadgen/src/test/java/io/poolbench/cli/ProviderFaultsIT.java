package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.journal.Entry;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.ViolationCode;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.Verdict;
import io.poolbench.report.ExitCode;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run whose provider fails in the middle of a step, or does not start. */
@Tries
class ProviderFaultsIT {
  private static final String TWO_CELLS =
      """
      provider: {threads: 4, queues: 100, jvm: {options: [-Xmx128m, "-XX:TieredStopAtLevel=1"]}}
      redis: {kind: embedded, records: 10, latency: 5ms}
      load: {users: 2, warmup: 500ms, settle: 200ms, measure: 500ms}
      cells: [{name: harmed, load: {measure: 5s}}, {name: next}]
      """;

  @TempDir private Path folder;

  @BeforeEach
  void onlyOnLinux() {
    RunProcess.assumeLinux();
  }

  @Test
  void aKilledProviderAndAPortInUseFailTheirCellsOnly() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      String bound = "{name: next}, {name: bound, provider: {port: %d}}".formatted(port);
      try (RunProcess run = RunProcess.live(folder, TWO_CELLS.replace("{name: next}", bound))) {
        run.awaitOutput(RunProcess.FIRST_STEP);
        RunProcess.signal("KILL", run.provider());

        run.assertExit(ExitCode.LAB_FAILED);
      }
      Entry.Failed unbound = RunProcess.measured(folder).get(2).failure();
      assertThat(unbound.code()).isEqualTo(ViolationCode.PROVIDER_NOT_STARTED.id());
      assertThat(unbound.detail()).contains("127.0.0.1:" + port).doesNotContain("\tat ");
    }
    assertFailed(ViolationCode.PROVIDER_ENDED, "exit code 137");
  }

  @Tag("timed")
  @Tag("nightly")
  @Test
  void aStepWithAPausedProviderIsInvalidWithTheLengthOfThePause() throws Exception {
    try (RunProcess run = RunProcess.live(folder, TWO_CELLS)) {
      run.awaitMeasuring();
      RunProcess.pause(run.provider(), 2);

      run.assertExit(ExitCode.INVALID);
    }
    assertPaused(1_900, 3_000);
  }

  /** Half a percent of the calls are late, so that TP99 does not show it. */
  @Tag("timed")
  @Tag("nightly")
  @Test
  void aStepDoesNotPassWhileTheProviderIsStoppedForAnEighthOfEachSecond() throws Exception {
    String study = TWO_CELLS.replace("{measure: 5s}", "{users: 24, measure: 5s}");
    try (RunProcess run = RunProcess.live(folder, study)) {
      run.awaitMeasuring();
      RunProcess.stopAndGo(run.provider(), 0.13, 4);

      run.assertExit(ExitCode.INVALID);
    }
    assertPaused(380, 700);
  }

  @Tag("nightly")
  @Test
  void aFrozenProviderIsKilledAndFailsItsCell() throws Exception {
    try (RunProcess run = RunProcess.live(folder, TWO_CELLS)) {
      run.awaitOutput(RunProcess.FIRST_STEP);
      run.rememberChildren();
      RunProcess.signal("STOP", run.provider());

      run.assertExit(ExitCode.LAB_FAILED);
      assertThat(run.leftRunning()).isEmpty();
    }
    assertFailed(ViolationCode.PROVIDER_UNREACHABLE, "30 s");
  }

  @Tag("nightly")
  @Test
  void aProviderOutOfHeapExits() throws Exception {
    String study =
        """
        provider: {threads: 1, queues: 1000000}
        redis: {kind: embedded, records: 10, latency: 50ms}
        load: {users: 2, warmup: 1s, settle: 0s, measure: 1s}
        cells:
          - {name: harmed, provider: {jvm: {options: [-Xmx32m, -XX:+UseSerialGC]}},
             load: {users: 60000, warmup: 0s, measure: 20s}}
          - {name: next, provider: {jvm: {options: [-Xmx128m, "-XX:TieredStopAtLevel=1"]}}}
        """;
    try (RunProcess run = RunProcess.live(folder, study)) {
      run.assertExit(ExitCode.LAB_FAILED);
    }
    assertFailed(ViolationCode.PROVIDER_ENDED, "exit code 3\n");
    assertFailed(ViolationCode.PROVIDER_ENDED, "java.lang.OutOfMemoryError");
  }

  /**
   * The first cell's step has a pause of so many milliseconds, and the next cell is measured. The
   * violation has less of them where other processes took CPU time meanwhile.
   */
  private void assertPaused(double least, double most) throws Exception {
    List<MeasuredCell> cells = RunProcess.measured(folder);
    assertThat(cells.get(0).failure()).isNull();
    JudgedLevel judged = cells.get(0).judged().levels().get(0);
    Level harmed = judged.together();
    assertThat(Metric.PROVIDER_PAUSED.of(harmed)).isBetween(least, most);
    assertThat(judged.verdict().kind()).isEqualTo(Verdict.Kind.INVALID);
    assertThat(judged.verdict().violations())
        .filteredOn(violation -> violation.code().equals("provider_paused_ms"))
        .singleElement()
        .satisfies(violation -> assertThat(violation.measured()).isLessThanOrEqualTo(most));
    RunProcess.assertMeasured(cells.get(1));
  }

  private void assertFailed(ViolationCode code, String failure) throws Exception {
    List<MeasuredCell> cells = RunProcess.measured(folder);
    assertThat(cells.get(0).failure().code()).isEqualTo(code.id());
    assertThat(cells.get(0).failure().detail()).contains(failure);
    assertThat(cells.get(0).steps()).isEmpty();
    RunProcess.assertMeasured(cells.get(1));
  }
}
