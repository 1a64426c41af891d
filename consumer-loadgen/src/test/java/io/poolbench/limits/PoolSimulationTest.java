package io.poolbench.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.limits.PoolSimulation.Outcome;
import io.poolbench.load.QueueTheory;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The simulation against closed forms. */
class PoolSimulationTest {
  private static final int CALLS = 200_000;
  private static final int REPLICATIONS = 10;
  private static final int LONG = 1_000_000;
  private static final double HELD_MILLIS = 5;

  /** Exponential times in the thread and none outside; {@code busy} = arrivals in such a time. */
  private static Outcome simulated(int threads, int queue, double busy, long seed) {
    return new PoolSimulation(TimeShape.EXPONENTIAL, HELD_MILLIS, 0, threads)
        .run(queue, busy / HELD_MILLIS * 1e3, CALLS, seed);
  }

  /** M/M/c: a call waits with the probability of Erlang C, and then exponentially. */
  @ParameterizedTest
  @CsvSource({"1, 0.7", "4, 3.2", "16, 13"})
  void ruleALongQueueHasThePercentilesOfErlangC(int threads, double busy) {
    List<Outcome> outcomes =
        IntStream.range(0, REPLICATIONS)
            .mapToObj(seed -> simulated(threads, LONG, busy, seed))
            .toList();

    for (double percent : new double[] {50, 90, 99}) {
      double mean =
          outcomes.stream()
              .mapToDouble(outcome -> outcome.percentileMillis(percent))
              .average()
              .orElseThrow();
      assertThat(mean / HELD_MILLIS)
          .as("TP%s", percent)
          .isCloseTo(
              QueueTheory.responseTime(1 - percent / 100, threads, busy, 1),
              Percentage.withPercentage(3));
    }
    assertThat(outcomes).allMatch(outcome -> outcome.refusedPct() == 0);
  }

  /** M/M/c/K: the share of refused calls is the share of time in which the pool is full. */
  @ParameterizedTest
  @CsvSource({"1, 0, 0.7", "4, 6, 3.5", "4, 6, 8", "16, 4, 15"})
  void ruleAFullPoolRefuses(int threads, int queue, double busy) {
    Outcome outcome = simulated(threads, queue, busy, 1);

    int most = threads + queue;
    double[] states = QueueTheory.states(threads, most, busy);
    double mean = IntStream.rangeClosed(0, most).mapToDouble(n -> n * states[n]).sum();
    assertThat(outcome.refusedPct()).isCloseTo(100 * states[most], within(0.6));
    assertThat(outcome.meanMillis() / HELD_MILLIS)
        .as("Little's law")
        .isCloseTo(mean / busy / (1 - states[most]), Percentage.withPercentage(2));
  }

  /** With threads enough no call waits. */
  @ParameterizedTest
  @CsvSource({"1, 1", "1.8, 1.8", "4, 4", "50, 14.97"})
  void aShapeHasItsRatioOfTp99ToTheMean(double ratio, double possible) {
    Outcome outcome =
        new PoolSimulation(TimeShape.ofTp99(ratio), HELD_MILLIS, 0, 1_000).run(0, 1_000, CALLS, 1);

    assertThat(outcome.percentileMillis(99) / HELD_MILLIS)
        .isCloseTo(possible, Percentage.withPercentage(4));
    assertThat(outcome.meanMillis() / HELD_MILLIS).isCloseTo(1, Percentage.withPercentage(4));
  }

  @Test
  void theTimeOutsideIsAPartOfTheResponseAndHoldsNoThread() {
    PoolSimulation equal = new PoolSimulation(TimeShape.ofTp99(1), HELD_MILLIS, 95, 1);
    Outcome outcome = equal.run(LONG, 1, 1_000, 1);

    assertThat(equal.saturationTps()).isEqualTo(200);
    assertThat(outcome.percentileMillis(50)).isCloseTo(100, within(1e-6));
  }

  @Test
  void aSeedGivesOneResult() {
    PoolSimulation pool = new PoolSimulation(TimeShape.ofTp99(3), HELD_MILLIS, 1, 4);
    assertThat(pool.run(20, 700, 5_000, 7).percentileMillis(99))
        .isEqualTo(pool.run(20, 700, 5_000, 7).percentileMillis(99))
        .isNotEqualTo(pool.run(20, 700, 5_000, 8).percentileMillis(99));
  }

  @Test
  void withoutAnAnswerThereAreNoPercentiles() {
    Outcome refused = new PoolSimulation(TimeShape.ofTp99(1), 1e9, 0, 1).run(0, 1_000, 1_000, 1);

    assertThat(refused.refusedPct()).isEqualTo(100);
    assertThat(refused.percentileMillis(99)).isNaN();
  }
}
