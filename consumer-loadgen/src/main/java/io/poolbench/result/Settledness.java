package io.poolbench.result;

/**
 * How steady a step was: its window is cut into equal parts, and these are compared.
 *
 * @param parts how many
 * @param tpsSpreadPct how far the highest throughput of a part lies above the lowest, in percent of
 *     that; null where unknown
 * @param tp99SpreadPct the same of TP99; null where a part has too few calls to tell it
 */
public record Settledness(int parts, Double tpsSpreadPct, Double tp99SpreadPct) {
  /** Nothing is known. */
  public static final Settledness UNKNOWN = new Settledness(0, null, null);
}
