package io.poolbench.compare;

import io.poolbench.result.FigureText;
import io.poolbench.result.SpeedRange;
import java.util.Optional;

/**
 * Two results whose CPUs ran at different speeds: nothing is normalised by it, as response times do
 * not scale with it where calls queue.
 *
 * @param pct how much faster the candidate's CPUs were than the baseline's, in percent
 */
record SpeedDifference(double pct) {
  /** Within a host at one speed the medians of two runs differ by some percent. */
  private static final double LIMIT_PCT = 10;

  /** Empty where the speeds agree, or one is unknown. */
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
