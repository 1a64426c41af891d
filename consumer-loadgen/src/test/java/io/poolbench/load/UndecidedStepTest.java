package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.stats.ShareInterval;
import io.poolbench.stats.ShareInterval.Count;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A simulated target of which a known share of calls is late, by a real step runner. */
class UndecidedStepTest {
  private static final long MILLI = 1_000_000;
  private static final double MAX_SHARE = 0.01;
  private static final List<Long> LIMIT = List.of(10 * MILLI);
  private static final int RUNS = 60;

  @Test
  void aShareFarFromItsBoundIsDecidedByOneWindow() throws Exception {
    Tally within = runs(0.004);
    Tally beyond = runs(0.03);

    assertThat(within.passed).isEqualTo(RUNS);
    assertThat(beyond.failed).isEqualTo(RUNS);
    assertThat(within.windows + beyond.windows).isEqualTo(2 * RUNS);
  }

  @Test
  void aShareNearItsBoundIsMeasuredLongerUntilItIsDecided() throws Exception {
    Tally near = runs(0.007);

    assertThat(near.failed).isZero();
    assertThat(near.passed).isGreaterThan(RUNS * 9 / 10);
    assertThat(near.windows).isGreaterThan(RUNS);
  }

  @Test
  void aShareAtItsBoundStaysUndecidedAndEndsAtTheLongestTime() throws Exception {
    Tally at = runs(MAX_SHARE);

    // Either side in 2.5 % of single intervals, and somewhat more often by several looks.
    assertThat(at.passed + at.failed).isLessThanOrEqualTo(RUNS / 10);
    assertThat(at.windows).isGreaterThan(RUNS * 36 / 10);
  }

  private static final class Tally {
    private int passed;
    private int failed;
    private int windows;
  }

  /** Ten users without think time, some 10,000 calls a window of 5 s. */
  private static Tally runs(double share) throws IOException, InterruptedException {
    Random random = new Random(7);
    Tally tally = new Tally();
    for (int run = 0; run < RUNS; run++) {
      SimulatedTime time = new SimulatedTime();
      Target.Factory server =
          SimulatedServer.of(
              time,
              10,
              0,
              () -> (random.nextDouble() < share ? 12 : 3 + random.nextInt(4)) * MILLI,
              () -> 0);
      MeasuredWindow<SimulatedTime.Elapsed> step =
          StepRunners.of(time.closed(server, 10), time, LIMIT)
              .runWhile(
                  10,
                  Duration.ofSeconds(1),
                  Duration.ofSeconds(5),
                  Duration.ZERO,
                  Duration.ofSeconds(20),
                  time::elapsed,
                  UndecidedStepTest::undecided);
      ShareInterval interval = interval(step);
      tally.passed += interval.within(MAX_SHARE) ? 1 : 0;
      tally.failed += interval.beyond(MAX_SHARE) ? 1 : 0;
      tally.windows += step.windows();
    }
    return tally;
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
