package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.judge.LevelShares.Cluster;
import io.poolbench.judge.LevelShares.Scatter;
import io.poolbench.stats.Range;
import io.poolbench.stats.ShareInterval;
import io.poolbench.stats.ShareInterval.Count;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Limits of shares and crossings of curves by hand; the coverage of intervals is in {@link
 * SimulatedCapacityTest}.
 */
class ShareCurveTest {
  private static final double ALLOWED = 0.01;
  private static final int ROUNDS = 8;
  private static final int CALLS_OF_CURVE = 10_000;
  private static final int CALLS = 1_000;
  private static final double ERROR = 0.05;

  /** Student's t with 3 degrees of freedom at 97.5 %, from printed tables. */
  private static final double T3 = 3.182446;

  private static final double EXACT = 1e-5;
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  /** By linear interpolation of the logits, to what the half calls of Haldane's estimate change. */
  @Test
  void ruleTheCrossingIsInterpolatedBetweenLogits() {
    double below = logit(0.005) - logit(ALLOWED);
    double above = logit(0.04) - logit(ALLOWED);
    assertThat(curve(0.005, 0.04).crossing())
        .isCloseTo(10 + 10 * -below / (above - below), within(0.01));
    assertThat(curve(0.005, ALLOWED, 0.04).crossing()).isCloseTo(20, within(0.01));
  }

  @Test
  void ruleACrossingOutsideOfTheLevelsIsInfinite() {
    assertThat(curve(0.02, 0.04).crossing()).isEqualTo(-INFINITE);
    assertThat(curve(0.002, 0.004).crossing()).isEqualTo(INFINITE);
    assertThat(curve(0.02, 0.04).interval(0.05)).isEqualTo(new Range(-INFINITE, -INFINITE));
    assertThat(curve(0.002, 0.004).interval(0.05)).isEqualTo(new Range(INFINITE, INFINITE));
  }

  /**
   * The interval ends at levels that are shown to be on their side, and passes over one that is
   * not.
   */
  @Test
  void ruleALevelNextToTheAllowedShareIsWithinTheInterval() {
    assertThat(curve(0.002, 0.004, 0.03, 0.1).interval(0.05)).isEqualTo(new Range(20, 30));
    assertThat(curve(0.002, 0.0099, 0.0101, 0.1).interval(0.05)).isEqualTo(new Range(10, 40));
  }

  /** A share that falls with load is averaged with the one before. */
  @Test
  void ruleSharesDoNotFallWithLoad() {
    double pooled = (logit(0.03) + logit(0.003)) / 2 - logit(ALLOWED);
    double above = logit(0.1) - logit(ALLOWED);
    assertThat(pooled).isNegative();
    assertThat(curve(0.002, 0.03, 0.003, 0.1).crossing())
        .isCloseTo(30 + 10 * -pooled / (above - pooled), within(0.01));
  }

  /** How close to 0 a share is depends on measuring time alone. */
  @Test
  void ruleFarSharesCountAsTheNearestThatMatter() {
    double far = Math.log(20);
    double above = logit(0.04) - logit(ALLOWED);
    assertThat(curve(0, 0.04).crossing()).isCloseTo(10 + 10 * far / (above + far), within(0.01));
  }

  @Test
  void ruleTheAllowedShareIsBetween0And1() {
    for (double allowed : new double[] {0, 1, Double.NaN}) {
      assertThatThrownBy(() -> new ShareCurve(allowed, List.of(level(10, 0.5))))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> new ShareCurve(ALLOWED, List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Levels 10, 20, 30 and so on. */
  private static ShareCurve curve(double... shares) {
    List<LevelShares> levels = new ArrayList<>();
    for (double share : shares) {
      levels.add(level(10 * (levels.size() + 1), share));
    }
    return new ShareCurve(ALLOWED, levels);
  }

  private static LevelShares level(int level, double share) {
    int[] late = new int[ROUNDS];
    Arrays.fill(late, (int) Math.rint(share * CALLS_OF_CURVE));
    return level(level, CALLS_OF_CURVE, late);
  }

  private static LevelShares late(int... perCluster) {
    return level(1, CALLS, perCluster);
  }

  private static LevelShares level(int level, int calls, int... late) {
    return new LevelShares(
        level,
        IntStream.range(0, late.length)
            .boxed()
            .collect(
                Collectors.toMap(
                    round -> new Cluster(1, round),
                    round -> List.of(new Count(1, late[round], calls)))));
  }

  private static double logit(double share) {
    return Math.log(share / (1 - share));
  }

  private static double limit(int late, double error, Function<Range, Double> of) {
    return logit(of.apply(ShareInterval.clopperPearson(late, 4 * CALLS, error)));
  }

  @ParameterizedTest
  @CsvSource({"8,12,20,16", "500,400,900,990", "500,600,100,10"})
  void ruleTheErrorsOfCallsAndOfClustersAreCombinedInSquares(int a, int b, int c, int d) {
    int[] late = {a, b, c, d};
    int total = IntStream.of(late).sum();
    double share = total / 4.0 / CALLS;
    double half = 0.5 / Math.min(share, 1 - share);
    double[] logits =
        IntStream.of(late).mapToDouble(of -> logit((of + half * share) / (CALLS + half))).toArray();
    double mean = DoubleStream.of(logits).average().orElseThrow();
    double squares = Arrays.stream(logits).map(of -> Math.pow(of - mean, 2)).sum();

    LevelShares level = late(late);
    Scatter scatter = level.scatter();
    assertThat(scatter.variance()).isCloseTo(squares / 3, within(1e-9));
    assertThat(scatter.degrees()).isEqualTo(3);

    double between = T3 * T3 * squares / 3 / 4;
    double highest = Math.max(mean, logit(share));
    double lowest = Math.min(mean, logit(share));
    double wide = Math.max(0, limit(total, ERROR, Range::upper) - highest);
    double narrow = Math.max(0, lowest - limit(total, ERROR, Range::lower));
    Range limits = level.limits(scatter, ERROR);
    assertThat(limits.upper()).isCloseTo(highest + Math.sqrt(wide * wide + between), within(EXACT));
    assertThat(limits.lower())
        .isCloseTo(lowest - Math.sqrt(narrow * narrow + between), within(EXACT));
  }

  /** The scatter is then that of another level. */
  @Test
  void ruleWithoutALateCallOnlyTheUpperLimitIsFinite() {
    Scatter scatter = new Scatter(2, 3);
    double between = T3 * T3 * 2 / 4;

    double median = limit(0, 1, Range::upper);
    double wide = limit(0, ERROR, Range::upper) - median;
    Range none = late(0, 0, 0, 0).limits(scatter, ERROR);
    assertThat(none.lower()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(none.upper()).isCloseTo(median + Math.sqrt(wide * wide + between), within(EXACT));

    Range all = late(CALLS, CALLS, CALLS, CALLS).limits(scatter, ERROR);
    assertThat(all.upper()).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(all.lower()).isCloseTo(-none.upper(), within(EXACT));
  }

  /** One call of two windows is late in the one and none in the other. */
  @Test
  void ruleLimitsAreNotNarrowerThanThoseOfCallsThatDependOnEachOther() {
    List<Count> batches =
        IntStream.range(0, 40)
            .mapToObj(batch -> new Count(1, batch % 20 < 10 ? 0 : 50, 100))
            .toList();
    LevelShares level =
        new LevelShares(1, Map.of(new Cluster(1, 1), batches, new Cluster(1, 2), batches));
    assertThat(level.designEffect()).isGreaterThan(10);
    double calls = 8_000 / level.designEffect();
    Range dependent = ShareInterval.clopperPearson(calls / 4, calls, ERROR);
    for (Scatter scatter : List.of(Scatter.UNKNOWN, new Scatter(0, 1))) {
      Range limits = level.limits(scatter, ERROR);
      assertThat(limits.lower()).isCloseTo(logit(dependent.lower()), within(1e-9));
      assertThat(limits.upper()).isCloseTo(logit(dependent.upper()), within(1e-9));
    }
  }

  @ParameterizedTest
  @CsvSource({"1,1,1,1, 3", "1,1,1,0, 0", "1000,1000,1000,997, 0", "999,999,999,999, 3"})
  void ruleFewerLateOrTimelyCallsThanClustersShowNoScatter(
      int a, int b, int c, int d, int degrees) {
    assertThat(late(a, b, c, d).scatter().degrees()).isEqualTo(degrees);
    assertThat(late(a).scatter()).isEqualTo(Scatter.UNKNOWN);
  }
}
