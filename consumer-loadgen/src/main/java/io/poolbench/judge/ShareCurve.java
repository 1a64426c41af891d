package io.poolbench.judge;

import io.poolbench.judge.LevelShares.Scatter;
import io.poolbench.stats.IsotonicRegression;
import io.poolbench.stats.Range;
import java.util.Comparator;
import java.util.List;

/**
 * The share of calls over one bound as a function of load, and the load at which it crosses the
 * allowed share (1 % for TP99).
 *
 * <p>A crossing is {@link Double#NEGATIVE_INFINITY} below the lowest level and {@link
 * Double#POSITIVE_INFINITY} beyond the highest.
 */
final class ShareCurve {
  /**
   * Maximum distance from the allowed logit: how close to 0 a share is depends on measuring time.
   */
  private static final double MAX_LOGIT = Math.log(20);

  private final List<LevelShares> levels;
  private final double target;

  /** Creates a curve of one level or more, each with calls; {@code allowed} is a share, 0..1. */
  ShareCurve(double allowed, List<LevelShares> levels) {
    this.levels = levels.stream().sorted(Comparator.comparingInt(LevelShares::level)).toList();
    if (levels.isEmpty() || levels.stream().anyMatch(level -> level.total().calls() == 0)) {
      throw new IllegalArgumentException("no level, or a level without calls");
    }
    if (!(allowed > 0 && allowed < 1)) {
      throw new IllegalArgumentException("share " + allowed + " out of range (valid: 0..1)");
    }
    this.target = LevelShares.logit(allowed);
  }

  int lowestLevel() {
    return levels.get(0).level();
  }

  /** The largest number of clusters of any level: those far from the capacity have few. */
  int clusters() {
    return levels.stream().mapToInt(level -> level.batches().size()).max().orElseThrow();
  }

  int highestLevel() {
    return levels.get(levels.size() - 1).level();
  }

  /**
   * The load at which the share crosses the allowed share: isotonic regression of the levels'
   * logits, weighted by calls, with linear interpolation between levels.
   */
  double crossing() {
    double[] fitted = fitted();
    int above = firstAbove(fitted);
    if (above == 0) {
      return Double.NEGATIVE_INFINITY;
    }
    if (above == fitted.length) {
      return Double.POSITIVE_INFINITY;
    }
    int from = levels.get(above - 1).level();
    double below = fitted[above - 1];
    return from + (levels.get(above).level() - from) * -below / (fitted[above] - below);
  }

  /** The levels' logits minus the allowed logit, fitted so that they do not fall. */
  private double[] fitted() {
    return IsotonicRegression.fit(
        levels.stream()
            .mapToDouble(of -> Math.max(-MAX_LOGIT, Math.min(MAX_LOGIT, of.logit() - target)))
            .toArray(),
        levels.stream().mapToDouble(level -> level.total().calls()).toArray());
  }

  private static int firstAbove(double[] fitted) {
    int above = 0;
    while (above < fitted.length && fitted[above] < 0) {
      above++;
    }
    return above;
  }

  /**
   * The interval of the crossing: from the highest level below it whose share is shown to be
   * allowed, to the lowest level above it whose share is shown not to be allowed. The only
   * assumption about the curve between levels is that it does not fall.
   *
   * @param error the probability that the crossing is outside of the interval
   */
  Range interval(double error) {
    int above = firstAbove(fitted());
    int lower = above - 1;
    while (lower >= 0 && limits(levels.get(lower), error).upper() > target) {
      lower--;
    }
    int upper = above;
    while (upper < levels.size() && limits(levels.get(upper), error).lower() <= target) {
      upper++;
    }
    int last = levels.size() - 1;
    double infinite = Double.POSITIVE_INFINITY;
    return new Range(
        lower < 0 ? -infinite : lower == last ? infinite : levels.get(lower).level(),
        upper > last ? infinite : upper == 0 ? -infinite : levels.get(upper).level());
  }

  private Range limits(LevelShares level, double error) {
    return level.limits(scatter(level), error);
  }

  /** Pools the variation with that of other levels, because few clusters show it badly. */
  private Scatter scatter(LevelShares level) {
    double squares = 0;
    int sum = 0;
    int most = 0;
    for (LevelShares other : levels) {
      Scatter scatter = other.scatter();
      squares += scatter.variance() * scatter.degrees();
      sum += scatter.degrees();
      most = Math.max(most, scatter.degrees());
    }
    if (sum == 0) {
      return Scatter.UNKNOWN;
    }
    Scatter own = level.scatter();
    double pooled = squares / sum;
    return new Scatter(
        (own.variance() * own.degrees() + pooled * most) / (own.degrees() + most), most);
  }
}
