package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.store.ResultsFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a real run says and keeps where its provider breaks in the middle of a step. */
@Tries
@Timeout(240)
class ProviderFaultsIT {
  private static final String TWO_CELLS =
      """
      provider: {threads: 4, queues: 100, jvm: {options: [-Xmx128m]}}
      redis: {kind: embedded, records: 10, latency: 1ms}
      validity: {speedLoss: 100%}
      load: {users: 2, warmup: 1s, settle: 200ms, measure: 1s}
      cells: [{name: harmed, load: {measure: 5s}}, {name: next}]
      """;

  @TempDir private Path folder;

  @BeforeEach
  void onlyWhereThereAreSignals() {
    assumeThat(System.getProperty("os.name")).as("kill -STOP").contains("Linux");
  }

  @Test
  void aProviderThatIsKilledBreaksItsCellOffAndTheNextOneIsMeasured() throws Exception {
    try (RunProcess run = RunProcess.start(study(TWO_CELLS), folder.resolve("results"))) {
      run.awaitStep();
      RunProcess.signal("KILL", run.provider());

      assertThat(run.awaitExit()).as(run.output()).isEqualTo(ExitCode.LAB_FAILED.code());
      assertThat(run.output()).contains("provider ended: exit code 137");
    }
    List<CellResult> cells = result().cells();
    assertThat(cells.get(0).failure()).startsWith("provider ended: exit code 137\n    ");
    assertThat(cells.get(0).steps()).isEmpty();
    assertMeasured(cells.get(1));
  }

  @Tag("faults")
  @Test
  void aStepInWhichTheProviderStoodStillIsInvalidAndSaysForHowLong() throws Exception {
    try (RunProcess run = RunProcess.start(study(TWO_CELLS), folder.resolve("results"))) {
      run.awaitStep();
      TimeUnit.SECONDS.sleep(1);
      RunProcess.signal("STOP", run.provider());
      TimeUnit.SECONDS.sleep(2);
      RunProcess.signal("CONT", run.provider());

      assertThat(run.awaitExit()).as(run.output()).isEqualTo(ExitCode.INVALID.code());
    }
    List<CellResult> cells = result().cells();
    assertThat(cells.get(0).failure()).isEmpty();
    Verdict harmed = cells.get(0).steps().get(0).verdict();
    assertThat(harmed.kind()).isEqualTo(Verdict.Kind.INVALID);
    assertThat(harmed.reason()).containsPattern("the provider stood still for (1\\.9|2\\.)");
    assertMeasured(cells.get(1));
    assertThat(cells.get(1).steps().get(0).verdict().reason()).doesNotContain("stood still");
  }

  @Tag("faults")
  @Test
  void aProviderThatStandsStillForGoodBreaksItsCellOffAndIsEndedByForce() throws Exception {
    try (RunProcess run = RunProcess.start(study(TWO_CELLS), folder.resolve("results"))) {
      run.awaitStep();
      run.look();
      RunProcess.signal("STOP", run.provider());

      assertThat(run.awaitExit()).as(run.output()).isEqualTo(ExitCode.LAB_FAILED.code());
      assertThat(run.leftRunning()).isEmpty();
    }
    List<CellResult> cells = result().cells();
    assertThat(cells.get(0).failure()).startsWith("metrics scrape timed out after");
    assertThat(cells.get(0).steps()).isEmpty();
    assertMeasured(cells.get(1));
  }

  @Tag("faults")
  @Test
  void aProviderOutOfHeapEndsInsteadOfGoingOnWithoutSomeOfItsThreads() throws Exception {
    String study =
        """
        provider: {threads: 1, queues: 1000000}
        redis: {kind: embedded, records: 10, latency: 50ms}
        validity: {speedLoss: 100%}
        load: {users: 2, warmup: 1s, settle: 0s, measure: 1s}
        cells:
          - {name: harmed, provider: {jvm: {options: [-Xmx32m, -XX:+UseSerialGC]}},
             load: {users: 60000, warmup: 0s, measure: 20s}}
          - {name: next, provider: {jvm: {options: [-Xmx128m]}}}
        """;
    try (RunProcess run = RunProcess.start(study(study), folder.resolve("results"))) {
      assertThat(run.awaitExit()).as(run.output()).isEqualTo(ExitCode.LAB_FAILED.code());
    }
    List<CellResult> cells = result().cells();
    assertThat(cells.get(0).failure())
        .startsWith("provider ended: exit code 3\n")
        .contains("java.lang.OutOfMemoryError");
    assertMeasured(cells.get(1));
  }

  private static void assertMeasured(CellResult cell) {
    assertThat(cell.failure()).isEmpty();
    assertThat(cell.steps()).hasSize(1);
    assertThat(cell.steps().get(0).calls().ok()).isPositive();
  }

  private Path study(String yaml) throws Exception {
    return Files.writeString(folder.resolve("faulty.yaml"), yaml);
  }

  private StudyResult result() throws Exception {
    return ResultsFolder.latest(folder.resolve("results"), "faulty").result().read();
  }
}
