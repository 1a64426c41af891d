package io.poolbench.result;

import java.util.Collections;
import java.util.List;

/**
 * The stability of a step: spreads over equal parts of its window.
 *
 * @param parts the number of parts
 * @param tpsSpreadPct the max TPS of a part relative to the min, minus 1, in percent; null if
 *     unknown
 * @param tp99SpreadPct the same of TP99; null if a part has too few calls
 */
public record Stability(int parts, Double tpsSpreadPct, Double tp99SpreadPct) {
  /** All values unknown. */
  public static final Stability UNKNOWN = new Stability(0, null, null);

  /** The max spread of TPS over the parts of a stable step, in percent. */
  public static final double TPS_BAND_PCT = 10;

  /** The max spread of TP99: wider, because only 1 % of a part's calls are beyond it. */
  public static final double TP99_BAND_PCT = 30;

  /**
   * The spread of values: max / min - 1, in percent.
   *
   * @param values above 0, or null if unknown
   * @return null if there is none, or one is null or 0
   */
  public static Double spreadPct(List<Double> values) {
    if (values.isEmpty() || values.stream().anyMatch(value -> value == null || value == 0)) {
      return null;
    }
    return 100 * (Collections.max(values) / Collections.min(values) - 1);
  }

  /**
   * Whether the known spreads are within their bands; null if none is known. A step that is not
   * stable is valid, but its metrics depend on when they were taken.
   */
  public Boolean stable() {
    if (tpsSpreadPct == null && tp99SpreadPct == null) {
      return null;
    }
    return (tpsSpreadPct == null || tpsSpreadPct <= TPS_BAND_PCT)
        && (tp99SpreadPct == null || tp99SpreadPct <= TP99_BAND_PCT);
  }
}
