package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.poolbench.judge.LevelShares.Cluster;
import io.poolbench.stats.Range;
import io.poolbench.stats.ShareInterval.Count;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Crossings computed by hand; the coverage of intervals is in {@link SimulatedCapacityTest}. */
class ShareCurveTest {
  private static final double ALLOWED = 0.01;
  private static final int ROUNDS = 8;
  private static final long CALLS = 10_000;
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
    Map<Cluster, List<Count>> rounds =
        IntStream.rangeClosed(1, ROUNDS)
            .boxed()
            .collect(
                Collectors.toMap(
                    round -> new Cluster(0, round),
                    round -> List.of(new Count(round, Math.rint(share * CALLS), CALLS))));
    return new LevelShares(level, rounds);
  }

  private static double logit(double share) {
    return Math.log(share / (1 - share));
  }
}
