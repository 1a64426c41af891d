package io.poolbench.load;

import static io.poolbench.load.Draws.MILLI;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.journal.Slice;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PendingGrowthTest {
  private static final int THREADS = 4;

  /** A rule that finds 5 % of the windows finds more than 1.5 % of as many in 96 of 100 cases. */
  private static final int WINDOWS = 100;

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final SimulatedTime time = new SimulatedTime();
  private final SplittableRandom random = new SplittableRandom(20261122);

  /** t of 19 degrees of freedom at 99 % is 2.539; growths of 0 and 2 have mean 1. */
  @Test
  void theLimitIsStudentsTTimesTheStandardErrorOfTheSum() {
    List<Long> perBatch = IntStream.range(0, 20).mapToObj(batch -> batch % 2 * 2L).toList();
    PendingGrowth growth = new PendingGrowth(perBatch, 100);

    assertThat(growth.calls()).isEqualTo(20);
    assertThat(growth.limit())
        .isCloseTo(2.5395 * Math.sqrt(20.0 / 19) * Math.sqrt(20), within(0.001));
  }

  @Test
  void aSteadyButSmallGrowthIsLeftToTheBounds() {
    PendingGrowth steady = new PendingGrowth(Collections.nCopies(20, 5L), 10_000);

    assertThat(steady.limit()).isEqualTo(100);
    assertThat(steady.calls()).isEqualTo(100);
    assertThat(steady.isShown()).isFalse();
  }

  @Test
  void aStallInOneBatchAloneShowsNoGrowth() {
    List<Long> perBatch = IntStream.range(0, 20).mapToObj(batch -> batch / 19 * 500L).toList();

    assertThat(new PendingGrowth(perBatch, 10_000).isShown()).isFalse();
  }

  @Test
  void oneBatchShowsNothing() {
    assertThat(new PendingGrowth(List.of(100L), 100).limit()).isInfinite();
  }

  /**
   * How often windows of one second of M/M/4, with a mean service time of 1 ms, are found not to be
   * sustained: seldom below saturation, always somewhat above it.
   */
  @ParameterizedTest(name = "{0} of saturation")
  @CsvSource({"0.1, 0, 0.01", "0.9, 0, 0.01", "0.98, 0, 0.015", "1.1, 0.9, 1"})
  void shareOfWindowsThatAreNotSustained(double load, double least, double most) throws Exception {
    int perSecond = (int) Math.round(load * THREADS * 1000);
    int found = 0;
    for (int window = 0; window < WINDOWS; window++) {
      found += isNotSustained(perSecond, window) ? 1 : 0;
    }

    assertThat(found / (double) WINDOWS).isBetween(least, most);
  }

  private boolean isNotSustained(int perSecond, int seed) throws Exception {
    Target.Factory server =
        SimulatedServer.of(
            time, THREADS, Integer.MAX_VALUE, Draws.exponential(random, 1), () -> MILLI / 10);
    try (Load load = time.open(server, 10_000, Duration.ofMinutes(1), Draws.poisson(seed))) {
      Slice slice = SliceRunners.step(SliceRunners.of(load, time), perSecond, SECOND, SECOND);
      PendingGrowth growth =
          new PendingGrowth(
              slice.batches().stream().map(batch -> batch.calls().growth()).toList(),
              slice.total().calls().due());
      load.drain(SECOND);
      return growth.isShown();
    }
  }
}
