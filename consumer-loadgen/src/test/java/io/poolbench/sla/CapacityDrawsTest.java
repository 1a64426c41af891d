package io.poolbench.sla;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.result.Batches.Count;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Simulated cells whose capacity is known: the share of calls over the bound is logistic in load,
 * and crosses 1 % at the capacity.
 */
class CapacityDrawsTest {
  private static final int[] LEVELS = {4, 8, 12, 16, 24, 32, 40};
  private static final double ALLOWED = 0.01;
  private static final int RUNS = 400;
  private static final int DRAWS = 600;
  private static final double ERROR = 0.05;
  private static final double UNCAPPED = Double.POSITIVE_INFINITY;

  /** Of the interval, with an allowance for {@value #RUNS} runs: 3 standard deviations. */
  private static final double LEAST_COVERAGE = 0.95 - 0.033;

  @Test
  void ruleTheCrossingIsInterpolatedInTheLogit() {
    ShareCurve curve = curve(1, (level, cluster) -> logistic(level, 13, 0.3), 10_000_000);
    assertThat(curve.crossing()).isCloseTo(13, within(0.01));
  }

  @Test
  void ruleTheEndsOfTheGridAreOpen() {
    assertThat(curve(1, (level, cluster) -> logistic(level, 50, 0.3), 100_000).crossing())
        .isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(curve(1, (level, cluster) -> logistic(level, 2, 0.3), 100_000).crossing())
        .isEqualTo(Double.NEGATIVE_INFINITY);
    CapacityDraws beyond =
        draws(curve(5, (level, cluster) -> logistic(level, 50, 0.3), 100_000), 1, 2);
    assertThat(beyond.interval(ERROR).upper()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(beyond.interval(ERROR).lower()).isGreaterThan(38);
  }

  @Test
  void ruleALevelThatFailsBetweenPassingOnesIsPooledWithThem() {
    ShareCurve curve =
        curve(1, (level, cluster) -> level == 12 ? 0.02 : level < 24 ? 0.0005 : 0.2, 100_000);
    assertThat(curve.crossing()).isBetween(16.0, 24.0);
  }

  @Test
  void ruleTheSameSharesGiveTheSameInterval() {
    ShareCurve curve = curve(5, (level, cluster) -> logistic(level, 13 + cluster, 0.3), 1000);
    assertThat(draws(curve, 1, 2).interval(ERROR)).isEqualTo(draws(curve, 1, 2).interval(ERROR));
  }

  @Test
  void ruleTheIntervalCoversTheCapacityByRounds() {
    Random random = new Random(11);
    assertThat(coverage(14, () -> noisy(random, normals(random, 5, 0.4), 14, 0.4)))
        .isGreaterThan(LEAST_COVERAGE);
  }

  /** Calls are late in bursts of four, so that they count for a quarter. */
  @Test
  void ruleTheIntervalCoversTheCapacityByOneWindowWithItsDesignEffect() {
    Random random = new Random(12);
    assertThat(
            coverage(
                21,
                () ->
                    new ShareCurve(
                        ALLOWED, IntStream.of(LEVELS).mapToObj(of -> bursts(random, of)).toList())))
        .isGreaterThan(LEAST_COVERAGE);
  }

  private static LevelShares bursts(Random random, int level) {
    long late = 4 * late(random, 500, logistic(level, 21, 0.25));
    return new LevelShares(level, List.of(new Count(1, late, 2_000)), 4);
  }

  /** The share of intervals that have the true capacity in them. */
  private static double coverage(double capacity, Supplier<ShareCurve> curves) {
    int covered = 0;
    for (int run = 0; run < RUNS; run++) {
      LoadInterval interval = draws(curves.get(), 1, 2).interval(ERROR);
      covered += interval.lower() <= capacity && interval.upper() >= capacity ? 1 : 0;
    }
    return (double) covered / RUNS;
  }

  @Test
  void ruleEqualCellsAreRankedNoMoreOftenThanTheLevelAllows() {
    Random random = new Random(13);
    int ranked = 0;
    for (int run = 0; run < RUNS; run++) {
      double[] rounds = normals(random, 5, 1);
      CapacityDraws a = draws(noisy(random, rounds, 20, 0.3), 1, 2);
      CapacityDraws b = draws(noisy(random, rounds, 20, 0.3), 1, 3);
      LoadInterval difference = a.minus(b, ERROR);
      ranked += difference.lower() > 0 || difference.upper() < 0 ? 1 : 0;
    }
    assertThat(ranked).isLessThan((int) ((1 - LEAST_COVERAGE) * RUNS));
  }

  @Test
  void ruleNoiseOfARoundCancelsInADifference() {
    Random random = new Random(14);
    int sharedShown = 0;
    int separateShown = 0;
    int reversed = 0;
    for (int run = 0; run < RUNS / 4; run++) {
      double[] rounds = normals(random, 5, 1);
      ShareCurve more = noisy(random, rounds, 24, 0.3);
      ShareCurve less = noisy(random, rounds, 20, 0.3);
      LoadInterval shared = draws(more, 1, 2).minus(draws(less, 1, 3), ERROR);
      LoadInterval separate = draws(more, 1, 2).minus(draws(less, 4, 3), ERROR);
      sharedShown += shared.lower() > 0 ? 1 : 0;
      separateShown += separate.lower() > 0 ? 1 : 0;
      reversed += shared.upper() < 0 || separate.upper() < 0 ? 1 : 0;
    }
    assertThat(sharedShown).isGreaterThan(2 * separateShown).isGreaterThan(RUNS / 4 / 2);
    assertThat(reversed).isZero();
  }

  @Test
  void ruleTwoCapacitiesBeyondTheGridDifferByAnything() {
    CapacityDraws a = draws(curve(5, (level, cluster) -> logistic(level, 60, 0.3), 100_000), 1, 2);
    CapacityDraws b = draws(curve(5, (level, cluster) -> logistic(level, 90, 0.3), 100_000), 1, 3);
    assertThat(a.minus(b, ERROR))
        .isEqualTo(new LoadInterval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY));
    CapacityDraws within =
        draws(curve(5, (level, cluster) -> logistic(level, 20, 0.3), 100_000), 1, 4);
    assertThat(a.minus(within, ERROR).lower()).isBetween(19.0, 21.0);
    assertThat(a.minus(within, ERROR).upper()).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void ruleTheTightestBoundDecides() {
    ShareCurve loose = curve(5, (level, cluster) -> logistic(level, 30, 0.3), 100_000);
    ShareCurve tight = curve(5, (level, cluster) -> logistic(level, 14, 0.3), 100_000);
    CapacityDraws both = new CapacityDraws(List.of(loose, tight), UNCAPPED, DRAWS, 1, 2);
    assertThat(both.estimate()).isCloseTo(14, within(0.2));
    assertThat(both.interval(ERROR).upper()).isLessThan(16);
  }

  private static CapacityDraws draws(ShareCurve curve, long clusterSeed, long ownSeed) {
    return new CapacityDraws(List.of(curve), UNCAPPED, DRAWS, clusterSeed, ownSeed);
  }

  /** A curve of windows of 100 calls a user, each slower or faster by its round and by itself. */
  private static ShareCurve noisy(Random random, double[] rounds, double capacity, double own) {
    List<LevelShares> levels = new ArrayList<>();
    for (int level : LEVELS) {
      List<Count> counts = new ArrayList<>();
      for (double round : rounds) {
        double share =
            1 / (1 + Math.exp(-logit(level, capacity, 0.4) - round - own * random.nextGaussian()));
        counts.add(new Count(1, late(random, 100 * level, share), 100L * level));
      }
      levels.add(new LevelShares(level, counts, 1));
    }
    return new ShareCurve(ALLOWED, levels);
  }

  private static ShareCurve curve(int clusters, Share share, long calls) {
    return new ShareCurve(
        ALLOWED,
        IntStream.of(LEVELS)
            .mapToObj(
                level ->
                    new LevelShares(
                        level,
                        IntStream.range(0, clusters)
                            .mapToObj(
                                cluster ->
                                    new Count(
                                        1, Math.round(calls * share.of(level, cluster)), calls))
                            .toList(),
                        1))
            .toList());
  }

  private static double logistic(double level, double capacity, double slope) {
    return 1 / (1 + Math.exp(-logit(level, capacity, slope)));
  }

  private static double logit(double level, double capacity, double slope) {
    return Math.log(ALLOWED / (1 - ALLOWED)) + slope * (level - capacity);
  }

  private static long late(Random random, int calls, double share) {
    return random.doubles(calls).filter(of -> of < share).count();
  }

  private static double[] normals(Random random, int count, double deviation) {
    return IntStream.range(0, count).mapToDouble(i -> deviation * random.nextGaussian()).toArray();
  }

  /** The share of calls over the bound. */
  private interface Share {
    double of(int level, int cluster);
  }
}
