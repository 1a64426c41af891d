package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.result.CellResult;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.StepResult.PhaseResult;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A step of phases at a real provider: four threads, a long queue, impatient callers. */
@Tag("nightly")
class PhasesIT {
  private static final String STUDY =
      """
      provider: {threads: 4, queues: 10000, jvm: {options: [-Xmx256m, "-XX:TieredStopAtLevel=1"]}}
      redis: {kind: embedded, records: 10, latency: 5ms}
      driver: {timeout: 300ms}
      validity: {lag: 1h}
      load:
        capacity: {users: 8}
        phases:
          - {name: before, for: 1s, rate: 50%}
          - {name: overload, for: 1s, rate: 600%}
          - {name: slow, for: 1s, rate: 10%, redisLatency: 200ms}
          - {name: after, for: 1s, rate: 10%}
        arrivals: constant
        warmup: 500ms
        settle: 200ms
      """;

  @TempDir private Path folder;

  @Test
  void everyPhaseHasItsOwnLoadRedisAndFigures() throws Exception {
    Executed run = Executed.run(folder, "phases", STUDY);

    CellResult cell = run.cells(folder, "phases").get(0);
    assertThat(cell.steps()).hasSize(1);
    StepResult step = cell.steps().get(0);
    assertThat(step.capacityTps()).as("four threads of 5 ms").isBetween(1.0, 1_000.0);
    assertThat(step.level()).isEqualTo(Math.round(step.capacityTps()));
    PhaseResult overload = step.phases().get(1);
    PhaseResult slow = step.phases().get(2);
    PhaseResult after = step.phases().get(3);
    assertThat(step.phases())
        .extracting(PhaseResult::name)
        .containsExactly("before", "overload", "slow", "after");
    assertThat(overload.rate()).isEqualTo(6 * step.level());
    assertThat(overload.figures().due()).isCloseTo(6L * step.level(), within(step.level() / 1L));
    assertThat(overload.figures().calls().timeout()).isGreaterThan(step.level() / 2);
    assertThat(Metric.EXPIRED.of(step.of(overload))).isGreaterThan(10);
    assertThat(Metric.GOODPUT.of(step.of(overload))).isLessThan(90);
    assertThat(slow.redisLatencyMillis()).isEqualTo(200);
    assertThat(Metric.REDIS_MEAN.of(slow.figures()))
        .as("restored after it")
        .isGreaterThan(2 * Metric.REDIS_MEAN.of(after.figures()));
    assertThat(step.phases().stream().mapToLong(phase -> phase.figures().calls().ok()).sum())
        .isEqualTo(step.calls().ok());
    assertThat(step.slices()).hasSize(8);
    assertThat(step.slices().get(3).queued()).as("when the overload ends").isPositive();
    assertThat(step.slices()).allSatisfy(slice -> assertThat(slice.active()).isBetween(0, 4));
  }
}
