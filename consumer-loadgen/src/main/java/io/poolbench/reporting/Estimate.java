package io.poolbench.reporting;

import io.poolbench.journal.FigureText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Objects;

/**
 * The max load within the SLA of a pool: an estimate with its interval. A load is negative infinity
 * below the lowest measured level, and positive infinity beyond the highest.
 *
 * @param load in users or in requests per second
 * @param basis the independent samples that the interval is computed from
 */
public record Estimate(
    double load, double lower, double upper, int lowestLevel, int highestLevel, Basis basis) {
  private static final MathContext DIGITS = new MathContext(2);

  /** The independent samples that show how far a capacity varies. */
  public enum Basis {
    REPETITIONS,
    ROUNDS,
    /** The batches of one run: what differs between runs is not in the interval. */
    BATCHES
  }

  public Estimate {
    Objects.requireNonNull(basis, "basis");
  }

  /** Whether both ends of the interval are known. */
  public boolean isBounded() {
    return Double.isFinite(lower) && Double.isFinite(upper);
  }

  /** Whether an end is known, or the capacity is below all levels. */
  public boolean isKnown() {
    return Double.isFinite(lower) || Double.isFinite(upper) || upper < 0 || lower > 0;
  }

  /** Whether a load is shown to be carried; false where this is open. */
  public boolean carries(int planned) {
    return Math.min(lower, highestLevel) >= planned;
  }

  /** Whether a load is shown not to be carried. */
  public boolean isBelow(int planned) {
    return upper < planned && lowestLevel <= planned;
  }

  /**
   * Such as {@code 29 [24, 48]}; if only one end is known, {@code at least 24}; outside of the
   * levels {@code < 4} or {@code > 40}.
   */
  public String text() {
    if (lower == upper) {
      return end(load);
    }
    boolean hasLower = Double.isFinite(lower);
    boolean hasUpper = Double.isFinite(upper);
    if (!hasLower && !hasUpper) {
      return "unknown";
    }
    if (!hasLower || !hasUpper) {
      return hasLower ? "at least " + twoDigits(lower) : "at most " + twoDigits(upper);
    }
    return rounded() + " [" + twoDigits(lower) + ", " + twoDigits(upper) + "]";
  }

  /** As {@link #text()}, with the unit behind the estimate: {@code 29 users [24, 48]}. */
  public String text(String unit) {
    String text = text();
    int interval = text.indexOf(" [");
    return interval < 0
        ? text + " " + unit
        : text.substring(0, interval) + " " + unit + text.substring(interval);
  }

  /** The estimate alone, for a sentence that has the interval elsewhere. */
  public String brief() {
    return isBounded() ? rounded() : text();
  }

  private String rounded() {
    return Double.isFinite(load) ? twoDigits(load) : end(load);
  }

  private String end(double value) {
    if (value == Double.POSITIVE_INFINITY) {
      return "> " + FigureText.count(highestLevel);
    }
    return value == Double.NEGATIVE_INFINITY
        ? "< " + FigureText.count(lowestLevel)
        : twoDigits(value);
  }

  static String twoDigits(double load) {
    BigDecimal rounded = BigDecimal.valueOf(load).round(DIGITS);
    return rounded.abs().compareTo(BigDecimal.TEN) >= 0
        ? FigureText.count(rounded.longValue())
        : rounded.stripTrailingZeros().toPlainString();
  }
}
