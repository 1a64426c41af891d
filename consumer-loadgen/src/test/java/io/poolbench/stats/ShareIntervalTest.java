package io.poolbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.judge.SimulatedCalls;
import io.poolbench.stats.ShareInterval.Count;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BiPredicate;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShareIntervalTest {
  private static final double TRUE_SHARE = 0.01;
  private static final int TRIALS = 1_000;

  private final Random random = new Random(15);

  /** Clopper and Pearson by tables of the binomial distribution. */
  @ParameterizedTest
  @CsvSource({"1, 10, 0.0025, 0.4450", "10, 10, 0.6915, 1", "10, 100, 0.0490, 0.1762"})
  void oneBatchHasTheExactIntervalOfIndependentCalls(
      long hits, long calls, double low, double high) {
    var interval = ShareInterval.of(List.of(new Count(1, hits, calls)));

    assertThat(interval.low()).isCloseTo(low, within(5e-5));
    assertThat(interval.high()).isCloseTo(high, within(5e-5));
    assertThat(interval.designEffect()).isEqualTo(1);
  }

  @Test
  void equalBatchesLoseNoMoreThanTheCorrectionForTheirNumber() {
    var interval = ShareInterval.of(batches(20, batch -> new Count(1, 10, 1_000)));

    // Student's t of 19 degrees of freedom over the normal quantile
    assertThat(interval.designEffect()).isCloseTo(Math.pow(2.0930 / 1.9600, 2), within(1e-3));
    assertThat(interval.share()).isEqualTo(0.01);
  }

  @Test
  void withoutAHitTheUpperLimitIsThatOfTheRuleOfThree() {
    var interval = ShareInterval.of(batches(20, batch -> new Count(1, 0, 1_000)));

    assertThat(interval.low()).isZero();
    assertThat(interval.high()).isCloseTo(3.69 * interval.designEffect() / 20_000, within(1e-6));
  }

  /** All late calls in one batch are hardly more than one observation. */
  @Test
  void aSingleBurstDecidesNothing() {
    var interval = ShareInterval.of(batches(20, batch -> new Count(1, batch == 7 ? 100 : 0, 500)));

    assertThat(interval.within(TRUE_SHARE)).isFalse();
    assertThat(interval.beyond(TRUE_SHARE)).isFalse();
    assertThat(interval.high()).isGreaterThan(0.05);
  }

  @Test
  void aDriftShowsInMergedBatches() {
    var drifting = ShareInterval.of(batches(20, batch -> new Count(1, batch, 1_000)));
    var mixed = ShareInterval.of(batches(20, batch -> new Count(1, 7L * batch % 20, 1_000)));

    assertThat(drifting.share()).isEqualTo(mixed.share());
    assertThat(drifting.designEffect()).isGreaterThan(2 * mixed.designEffect());
  }

  /** Rounds of a paired run, and repetitions in processes of their own. */
  @Test
  void whatDiffersFromWindowToWindowCounts() {
    List<Count> rounds =
        batches(
            100,
            batch -> {
              int round = 1 + batch / 20;
              return new Count(round, round - 1, 100);
            });
    List<List<Count>> repetitions = new ArrayList<>();
    for (int round = 0; round < 5; round++) {
      repetitions.add(rounds.subList(20 * round, 20 * round + 20));
    }

    var joined = ShareInterval.of(rounds);

    // Share 0.02; 100 calls in 5 groups that deviate by 2, 1, 0, 1 and 2 times 20 calls
    double effect = 5 / 4.0 * 400 * 10 / (10_000 * 0.02 * 0.98);
    assertThat(joined.designEffect())
        .isCloseTo(effect * Math.pow(2.7764 / 1.9600, 2), within(0.01));
    assertThat(ShareInterval.over(repetitions)).isEqualTo(joined);
  }

  @Test
  void twoRepetitionsThatDisagreeDecideLittle() {
    List<Count> good = batches(20, batch -> new Count(1, 2, 1_000));
    List<Count> bad = batches(20, batch -> new Count(1, 6, 1_000));

    assertThat(ShareInterval.of(good).within(TRUE_SHARE)).isTrue();
    assertThat(ShareInterval.of(bad).within(TRUE_SHARE)).isTrue();
    assertThat(ShareInterval.over(List.of(good, bad)).within(TRUE_SHARE)).isFalse();
    assertThat(ShareInterval.over(List.of(good, good)).within(TRUE_SHARE)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"20, 80", "20, 500", "80, 250"})
  void independentCallsAreCovered(int batches, int calls) {
    assertThat(coverage(batches, calls, this::independent, ShareIntervalTest::covers))
        .isBetween(0.95, 1.0);
  }

  /** As of a step that is judged again after each of four windows. */
  @Test
  void aShareAtItsBoundIsSeldomDecidedByOneOfFourSamples() {
    assertThat(coverage(80, 500, this::independent, ShareIntervalTest::coversThroughout))
        .isGreaterThan(0.9);
  }

  private static boolean coversThroughout(List<Count> batches, double share) {
    return IntStream.of(20, 40, 60, 80).allMatch(count -> covers(batches.subList(0, count), share));
  }

  /** Bursts of five calls on average, spilling into the next batch. */
  @ParameterizedTest
  @CsvSource({"20, 500", "80, 250"})
  void burstsAreCovered(int batches, int calls) {
    assertThat(coverage(batches, calls, this::bursts, ShareIntervalTest::naiveCovers))
        .as("of calls taken as independent")
        .isLessThan(0.6);
    assertThat(coverage(batches, calls, this::bursts, ShareIntervalTest::covers))
        .isGreaterThan(0.93);
  }

  /** The logarithm of a batch's share follows an AR(1) process: correlation 0.5, deviation 0.5. */
  @ParameterizedTest
  @CsvSource({"20, 250", "80, 250", "80, 1000"})
  void correlatedBatchesAreCovered(int batches, int calls) {
    assertThat(coverage(batches, calls, this::correlated, ShareIntervalTest::naiveCovers))
        .as("of calls taken as independent")
        .isLessThan(0.85);
    assertThat(coverage(batches, calls, this::correlated, ShareIntervalTest::covers))
        .isGreaterThan(0.93);
  }

  /** Each round of 20 batches has a host of its own speed. */
  @Test
  void roundsThatDifferAreCovered() {
    assertThat(coverage(100, 80, this::rounds, ShareIntervalTest::covers)).isGreaterThan(0.93);
  }

  @FunctionalInterface
  private interface Series {
    List<Count> of(int batches, int calls);
  }

  private double coverage(
      int batches, int calls, Series series, BiPredicate<List<Count>, Double> covers) {
    int covered = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      covered += covers.test(series.of(batches, calls), TRUE_SHARE) ? 1 : 0;
    }
    return (double) covered / TRIALS;
  }

  private static boolean covers(List<Count> batches, double share) {
    var interval = ShareInterval.of(batches);
    return !interval.beyond(share) && interval.high() >= share;
  }

  private static boolean naiveCovers(List<Count> batches, double share) {
    return covers(List.of(Count.sum(batches)), share);
  }

  private List<Count> independent(int batches, int calls) {
    return batches(batches, batch -> new Count(1 + batch / 20, binomial(calls, TRUE_SHARE), calls));
  }

  private List<Count> correlated(int batches, int calls) {
    double[] state = {random.nextGaussian()};
    return batches(
        batches,
        batch -> {
          double share = TRUE_SHARE * Math.exp(0.5 * state[0] - 0.125);
          state[0] = 0.5 * state[0] + Math.sqrt(0.75) * random.nextGaussian();
          return new Count(1 + batch / 20, binomial(calls, share), calls);
        });
  }

  private List<Count> rounds(int batches, int calls) {
    double[] share = {TRUE_SHARE};
    return batches(
        batches,
        batch -> {
          if (batch % 20 == 0) {
            share[0] = TRUE_SHARE * Math.exp(0.3 * random.nextGaussian() - 0.045);
          }
          return new Count(1 + batch / 20, binomial(calls, share[0]), calls);
        });
  }

  private List<Count> bursts(int batches, int calls) {
    long[] late = new long[batches + 1];
    double burstsABatch = TRUE_SHARE * calls / 5;
    double next = -Math.log(random.nextDouble()) / burstsABatch;
    while (next < batches) {
      int batch = (int) next;
      long size = Math.round(-5 * Math.log(random.nextDouble()));
      long here = Math.round(size * random.nextDouble());
      late[batch] += here;
      late[batch + 1] += size - here;
      next -= Math.log(random.nextDouble()) / burstsABatch;
    }
    return batches(
        batches, batch -> new Count(1 + batch / 20, Math.min(late[batch], calls), calls));
  }

  private long binomial(int calls, double share) {
    return SimulatedCalls.binomial(random, calls, share);
  }

  private static List<Count> batches(int count, IntFunction<Count> batch) {
    return IntStream.range(0, count).mapToObj(batch).toList();
  }
}
