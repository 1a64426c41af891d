package io.poolbench.result;

import java.util.Collections;
import java.util.List;

/**
 * The spreads of a step over equal parts of its window: what it scatters by. Whether TPS changed by
 * more than that is {@link Drift}.
 *
 * @param tpsSpreadPct the max TPS of a part relative to the min, minus 1, in percent; null if
 *     unknown
 * @param tp99SpreadPct the same of TP99; null if a part has too few calls
 */
public record Stability(int parts, Double tpsSpreadPct, Double tp99SpreadPct) {
  public static final Stability UNKNOWN = new Stability(0, null, null);

  /** The spread of values: max / min - 1, in percent; null where one is unknown or 0. */
  public static Double spreadPct(List<Double> values) {
    if (values.isEmpty() || values.stream().anyMatch(value -> value == null || value == 0)) {
      return null;
    }
    return 100 * (Collections.max(values) / Collections.min(values) - 1);
  }
}
