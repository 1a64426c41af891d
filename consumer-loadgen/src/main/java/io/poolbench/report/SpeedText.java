package io.poolbench.report;

import io.poolbench.result.FigureText;
import io.poolbench.result.SpeedRange;
import io.poolbench.result.StudyResult;
import java.util.Optional;

/** Formats the warning that a host was slower than its known speed. */
final class SpeedText {
  private SpeedText() {}

  /** Empty for a host at its known speed, or of unknown speed. */
  static Optional<String> of(StudyResult result) {
    return SpeedRange.of(result.cells())
        .filter(SpeedRange::isSlow)
        .map(
            range ->
                ("SLOW HOST: CPU speed %s to %s %% of the best known of this host (limit %s %%)."
                        + " Loads and times are not comparable with those of runs at another speed.")
                    .formatted(
                        FigureText.pct(range.lowestPct()),
                        FigureText.pct(range.highestPct()),
                        FigureText.exact(SpeedRange.MIN_PCT)));
  }
}
