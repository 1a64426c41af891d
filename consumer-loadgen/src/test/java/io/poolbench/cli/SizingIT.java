package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.model.MeasuredLoads;
import io.poolbench.result.CellResult;
import io.poolbench.result.CellResult.PredictedUsers.Role;
import io.poolbench.result.StudyResult;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A pool is recommended from a few loads and measured in a second provider. */
@Tag("nightly")
@Tag("timed")
class SizingIT {
  private static final String STUDY =
      """
      sizing: {loads: 6}
      paired: {rounds: 1}
      provider: {jvm: {options: [-Xmx256m, "-XX:TieredStopAtLevel=1"]}, work: {cpuIterations: 20000}}
      redis: {kind: embedded, records: 10, latency: 2ms}
      validity: {driverCpu: 999%, runQueueWait: 999%, gcPause: 999%, lag: 1s}
      load: {users: "1, 2, 6", warmup: 1s, settle: 50ms, measure: 100ms}
      # Windows of 100 ms have too few calls for a TP99.
      sla: {mean: 10ms}
      cells:
        - provider: {threadpool: fixed, threads: 2, queues: 1000}
        - provider: {threadpool: fixed, threads: 8, queues: 1000}
      """;

  @TempDir private Path folder;

  @Test
  void theRecommendationAndItsNeighboursAreMeasuredAndLeftOutOfTheFit() throws Exception {
    try (RunProcess run = RunProcess.plain(folder, STUDY)) {
      run.assertEnded(folder);
      assertThat(run.output()).contains("6 loads to choose", "predicted and then measured");
    }
    StudyResult result = RunProcess.result(folder);
    List<CellResult> learned = result.cells().subList(0, 2);
    assertThat(learned)
        .allMatch(cell -> cell.predicted() == null)
        .allMatch(cell -> cell.steps().size() == 3);
    List<CellResult> verified = result.cells().subList(2, result.cells().size());
    assertThat(verified)
        .extracting(cell -> cell.predicted().role())
        .contains(Role.RECOMMENDED)
        .doesNotHaveDuplicates();
    assertThat(verified).noneMatch(cell -> cell.steps().isEmpty());

    Executed reported = Executed.of("report", RunProcess.latest(folder).toString());
    assertThat(reported.out()).contains("Recommendation by study", "planned for");
    assertThat(MeasuredLoads.of("result", result.cells()).loads()).hasSize(6);
  }
}
