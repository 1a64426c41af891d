package io.poolbench.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.model.NetworkSimulation.Outcome;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Variance;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The model against networks that others simulated and solved ({@code .ci/theory}), or measured.
 */
class IndependentNetworksTest {
  private static final int REPLICATIONS = 10;
  private static final int CALLS = 4_000;

  /** Standard errors of a difference of means of ten; fewer than one in 1,000 is beyond. */
  private static final double ERRORS = 4;

  @ParameterizedTest
  @CsvFileSource(resources = "/theory/networks.csv", useHeadersInDisplayName = true)
  void ruleThroughputAndPercentilesAreThoseOfOtherSoftware(ArgumentsAccessor row) {
    int users = row.getInteger(0);
    ClosedNetwork network =
        new ClosedNetwork(
            CpuDemand.constant(row.getDouble(4)),
            row.getInteger(3),
            row.getDouble(5),
            row.getDouble(6),
            row.getInteger(1),
            row.getInteger(2),
            1,
            row.getDouble(7));
    double tps = network.solve(users).tps();
    if (row.get(8) != null) {
      assertThat(tps).isCloseTo(row.getDouble(8), Percentage.withPercentage(1e-4));
    }
    assertThat(tps).isCloseTo(row.getDouble(9), Percentage.withPercentage(3));
    TimeShape shape = TimeShape.EXPONENTIAL;
    NetworkSimulation simulation = new NetworkSimulation(network, shape, shape);
    List<Outcome> outcomes =
        IntStream.range(0, REPLICATIONS)
            .mapToObj(seed -> simulation.run(users, CALLS, seed))
            .toList();
    assertClose(outcomes, Outcome::tps, row, 9);
    assertClose(outcomes, Outcome::refusedPct, row, 11);
    assertClose(outcomes, outcome -> outcome.percentileMillis(50), row, 13);
    assertClose(outcomes, outcome -> outcome.percentileMillis(99), row, 15);
  }

  /**
   * Published times of a fixed executor of 8 threads for sleeps of 1 ms ("Sleep Executors", a
   * public gist): the largest gives the length of a sleep, and the others follow.
   */
  @ParameterizedTest
  @CsvSource({"64, 9.43", "512, 72.9", "4096, 588.8"})
  void ruleSleepsOfAnExecutorTakeTheirNumberOverItsThreads(int sleeps, double millis) {
    int threads = 8;
    double sleepMillis = 588.8 * threads / 4096;
    ClosedNetwork executor =
        new ClosedNetwork(
            CpuDemand.constant(1e-6), 1, sleepMillis, 0, threads, ClosedNetwork.UNBOUNDED, 0);
    assertThat(executor.solve(sleeps).responseMillis(0))
        .isCloseTo(millis, Percentage.withPercentage(3));
  }

  private static void assertClose(
      List<Outcome> outcomes, ToDoubleFunction<Outcome> value, ArgumentsAccessor row, int column) {
    double[] values = outcomes.stream().mapToDouble(value).toArray();
    double error = Math.sqrt(Variance.of(values).getAsDouble() / REPLICATIONS);
    assertThat(Mean.of(values).getAsDouble())
        .as("column %d", column)
        .isCloseTo(
            row.getDouble(column),
            within(1e-9 + ERRORS * Math.hypot(error, row.getDouble(column + 1))));
  }
}
