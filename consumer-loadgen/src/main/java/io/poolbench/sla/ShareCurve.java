package io.poolbench.sla;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The share of calls over one bound as a function of load, and the load at which it crosses the
 * share that the bound allows: 1 % for TP99.
 *
 * <p>The logit of each level's share ({@link LevelShares#logit()}) is fitted by isotonic regression
 * over the levels, weighted by calls, and interpolated linearly between levels. A crossing is
 * {@link Double#NEGATIVE_INFINITY} below the lowest level and {@link Double#POSITIVE_INFINITY}
 * beyond the highest.
 */
final class ShareCurve {
  private final List<LevelShares> levels;
  private final double[] loads;
  private final double[] weights;
  private final double target;

  /**
   * A curve.
   *
   * @param allowed the share that the bound allows, 0..1
   * @param levels at least one, each with calls; kept by rising level
   */
  ShareCurve(double allowed, List<LevelShares> levels) {
    this.levels = levels.stream().sorted(Comparator.comparingInt(LevelShares::level)).toList();
    this.loads = this.levels.stream().mapToDouble(LevelShares::level).toArray();
    this.weights = this.levels.stream().mapToDouble(level -> level.total().calls()).toArray();
    if (loads.length == 0 || Arrays.stream(weights).anyMatch(calls -> calls == 0)) {
      throw new IllegalArgumentException("no level, or a level without calls");
    }
    if (!(allowed > 0 && allowed < 1)) {
      throw new IllegalArgumentException("share " + allowed + " out of range (valid: 0..1)");
    }
    this.target = LevelShares.logit(allowed);
  }

  /** By rising level. */
  List<LevelShares> levels() {
    return levels;
  }

  /** The load at which the fitted share crosses the allowed one. */
  double crossing() {
    return crossing(levels.stream().mapToDouble(LevelShares::logit).toArray());
  }

  /** The crossing where the levels have these logits in place of their own. */
  double crossing(double[] logits) {
    double[] fitted = IsotonicRegression.fit(logits, weights);
    if (fitted[0] >= target) {
      return Double.NEGATIVE_INFINITY;
    }
    for (int above = 1; above < fitted.length; above++) {
      if (fitted[above] >= target) {
        double below = fitted[above - 1];
        return loads[above - 1]
            + (loads[above] - loads[above - 1]) * (target - below) / (fitted[above] - below);
      }
    }
    return Double.POSITIVE_INFINITY;
  }
}
