package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.stats.ShareInterval;
import io.poolbench.stats.ShareInterval.Count;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A simulated target whose share of late calls is at its bound, by a real step runner. */
class UndecidedStepTest {
  private static final long MILLI = 1_000_000;
  private static final double MAX_SHARE = 0.01;
  private static final List<Long> LIMIT = List.of(10 * MILLI);
  private static final int RUNS = 60;

  @Test
  void aShareAtItsBoundStaysUndecidedAndEndsAtTheLongestTime() throws Exception {
    Random random = new Random(7);
    int decided = 0;
    int windows = 0;
    for (int run = 0; run < RUNS; run++) {
      var step = step(random);
      decided += undecided(step) ? 0 : 1;
      windows += step.windows();
    }

    // Either side in 2.5 % of single intervals, and somewhat more often by several samples.
    assertThat(decided).isLessThanOrEqualTo(RUNS / 10);
    assertThat(windows).isGreaterThan(RUNS * 36 / 10);
  }

  /** Ten users without think time, some 10,000 calls a window of 5 s. */
  private static MeasuredWindow<SimulatedTime.Elapsed> step(Random random) throws Exception {
    SimulatedTime time = new SimulatedTime();
    Target.Factory server =
        SimulatedServer.of(
            time,
            10,
            0,
            () -> (random.nextDouble() < MAX_SHARE ? 12 : 3 + random.nextInt(4)) * MILLI,
            () -> 0);
    return StepRunners.of(time.closed(server, 10), time, LIMIT)
        .runWhile(
            10,
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Duration.ZERO,
            Duration.ofSeconds(20),
            time::elapsed,
            UndecidedStepTest::undecided);
  }

  private static boolean undecided(MeasuredWindow<SimulatedTime.Elapsed> soFar) {
    ShareInterval interval = interval(soFar);
    return !interval.within(MAX_SHARE) && !interval.beyond(MAX_SHARE);
  }

  private static ShareInterval interval(MeasuredWindow<SimulatedTime.Elapsed> step) {
    return ShareInterval.of(
        step.batches().stream()
            .map(batch -> new Count(batch.window(), batch.late().get(0), batch.ok()))
            .toList());
  }
}
