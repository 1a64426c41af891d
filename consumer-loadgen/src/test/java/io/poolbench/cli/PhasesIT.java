package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.judge.JudgedCell;
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

    MeasuredCell cell = run.cells(folder, "phases").get(0);
    assertThat(cell.steps()).hasSize(1);
    Level step = cell.steps().get(0);
    assertThat(step.level()).as("four threads of 5 ms").isBetween(1, 1_000);
    assertThat(cell.judged().parts())
        .extracting(JudgedCell::name)
        .allMatch(name -> name.startsWith(cell.cell().name() + "/"))
        .extracting(name -> name.replaceFirst(".*/", ""))
        .containsExactly("before", "overload", "slow", "after");
    Level overload = phase(cell, "overload");
    assertThat(overload.load()).isEqualTo(6 * step.level());
    assertThat(overload.due()).isCloseTo(6L * step.level(), within(step.level() / 1L));
    assertThat(overload.calls().timeout()).isGreaterThan(step.level() / 2);
    assertThat(Metric.EXPIRED.of(overload)).isGreaterThan(10);
    assertThat(Metric.GOODPUT.of(overload)).isLessThan(90);
    assertThat(Metric.REDIS_MEAN.of(phase(cell, "slow")))
        .as("restored after it")
        .isGreaterThan(2 * Metric.REDIS_MEAN.of(phase(cell, "after")));
  }

  private static Level phase(MeasuredCell cell, String name) {
    return cell.part(name).get(0).together();
  }
}
