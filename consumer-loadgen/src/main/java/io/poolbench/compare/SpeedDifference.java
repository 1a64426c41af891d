package io.poolbench.compare;

import io.poolbench.result.FigureText;
import io.poolbench.result.SpeedRange;
import java.util.Optional;

/**
 * The difference in CPU speed between two results. Metrics are not normalised by it, because
 * response times are not proportional to CPU speed when calls queue.
 *
 * @param pct how much faster the candidate's CPUs were than the baseline's, in percent
 */
record SpeedDifference(double pct) {
  /** Medians of two runs at the same speed on one host differ by some percent. */
  private static final double LIMIT_PCT = 10;

  /** The difference if it exceeds the limit; empty otherwise, or if a speed is unknown. */
  static Optional<SpeedDifference> between(Side baseline, Side candidate) {
    Optional<SpeedRange> one = SpeedRange.of(baseline.study().cells());
    return one.flatMap(
            was ->
                SpeedRange.of(candidate.study().cells())
                    .map(is -> new SpeedDifference(100 * (was.gaugeNanos() / is.gaugeNanos() - 1))))
        .filter(difference -> Math.abs(difference.pct) > LIMIT_PCT);
  }

  String sentence() {
    return ("CPU speed differs by %s%s %% (limit %s %%): values are not normalised, and no"
            + " criterion is decided.")
        .formatted(pct > 0 ? "+" : "", FigureText.pct(pct), FigureText.exact(LIMIT_PCT));
  }
}
