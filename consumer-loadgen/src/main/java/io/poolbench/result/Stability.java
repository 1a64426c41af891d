package io.poolbench.result;

import java.util.List;

/**
 * How steady a step was: its window is cut into equal parts, and these are compared.
 *
 * @param parts how many
 * @param tpsSpreadPct how far the highest throughput of a part lies above the lowest, in percent of
 *     that; null where unknown
 * @param tp99SpreadPct the same of TP99; null where a part has too few calls to tell it
 */
public record Stability(int parts, Double tpsSpreadPct, Double tp99SpreadPct) {
  /** Nothing is known. */
  public static final Stability UNKNOWN = new Stability(0, null, null);

  /** The max spread of TPS over the parts of a stable step, in percent. */
  public static final double TPS_BAND_PCT = 10;

  /** The max spread of their TP99: wider, as only a hundredth of a part's calls lie beyond it. */
  public static final double TP99_BAND_PCT = 30;

  /**
   * How far the highest of some figures lies above the lowest, in percent of that.
   *
   * @param figures above 0, as far as they are known
   * @return null where there is none, or where one is null or 0
   */
  public static Double spreadPct(List<Double> figures) {
    if (figures.isEmpty() || figures.stream().anyMatch(figure -> figure == null || figure == 0)) {
      return null;
    }
    return 100 * (java.util.Collections.max(figures) / java.util.Collections.min(figures) - 1);
  }

  /**
   * Whether the known spreads are within their bands; null where none is known. A step that is not
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
