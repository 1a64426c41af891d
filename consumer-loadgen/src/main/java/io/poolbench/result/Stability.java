package io.poolbench.result;

import java.util.Collections;
import java.util.List;

/**
 * The spread of a step's metrics over equal parts of its window. {@link Drift} measures whether TPS
 * changed by more than noise.
 *
 * @param tpsSpreadPct highest TPS of a part relative to the lowest, minus 1, in percent; null if
 *     unknown
 * @param tp99SpreadPct likewise for TP99; null if a part has too few calls
 */
public record Stability(int parts, Double tpsSpreadPct, Double tp99SpreadPct) {
  public static final Stability UNKNOWN = new Stability(0, null, null);

  /** The spread max / min - 1 in percent; null if a value is unknown or 0. */
  public static Double spreadPct(List<Double> values) {
    if (values.isEmpty() || values.stream().anyMatch(value -> value == null || value == 0)) {
      return null;
    }
    return 100 * (Collections.max(values) / Collections.min(values) - 1);
  }
}
