package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One request of each user to two container threads, each followed to its end. {@code
 * DrainedStepTest} follows them in simulated time in every build.
 */
@Tag("nightly")
class DrainedStudyIT {
  private static final int USERS = 40;

  @TempDir private Path folder;

  /**
   * Two threads of 200 ms answer 30 requests within 3 s at most, and fewer while they are cold.
   * They are warmed by two users: what further ones would send had to end before the step.
   */
  @Test
  void everyCallOfADrainedStepIsAnsweredOrTimesOut() throws Exception {
    Executed run =
        Executed.run(
            folder,
            "two-threads",
            """
            provider:
              jvm: {options: [-Xms128m, -Xmx128m, "-XX:TieredStopAtLevel=1"]}
              web: {container: tomcat, threads: 2, workers: 100, delay: 200ms}
            driver: {client: http, timeout: 3s}
            load: {users: %d, warmup: 1s, settle: 0s, measure: 100ms, drain: true}
            sla: {tp50: 1s}
            cells:
              - {name: sync, driver: {method: sync}}
              - {name: async, driver: {method: async}}
            """
                .formatted(USERS));

    List<CellResult> cells = run.cells(folder, "two-threads");
    StepResult sync = cells.get(0).steps().get(0);
    assertThat(sync.calls().ok()).isBetween(1L, USERS - 1L);
    assertThat(sync.calls().timeout()).isEqualTo(USERS - sync.calls().ok());
    assertThat(sync.seconds()).isGreaterThanOrEqualTo(3.0);
    assertThat(cells.get(0).failedCalls().values()).as("none of the warm-up").hasSize(1);
    assertThat(cells.get(0).failedCalls()).containsValue(sync.calls().timeout());
    assertThat(cells).extracting(cell -> cell.warmUp().level()).containsExactly(2, USERS);
    StepResult async = cells.get(1).steps().get(0);
    assertThat(async.calls().ok()).isEqualTo(USERS);
    assertThat(List.of(sync, async))
        .allSatisfy(step -> assertThat(step.pending().calls()).isZero());
  }
}
