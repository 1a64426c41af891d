package io.poolbench.judge;

import io.poolbench.journal.FigureText;
import io.poolbench.stats.Range;
import io.poolbench.stats.RisingCurve.Crossing;
import io.poolbench.study.Sla;
import io.poolbench.study.Workload;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * An estimate of a cell's capacity: the load at which the first bound of the SLA breaks. {@link
 * PassedLevel} is the highest level that was measured to pass.
 *
 * <p>A load is {@link Double#NEGATIVE_INFINITY} below the lowest measured level, and {@link
 * Double#POSITIVE_INFINITY} beyond the highest.
 *
 * @param load the estimate, in users or in requests per second
 * @param interval its {@value #CONFIDENCE_PCT} % interval
 * @param levels from which the estimate is computed, rising
 * @param limit the bound that breaks first; empty if it is none of the SLA's, such as where no call
 *     is answered
 * @param basis the independent samples from which the interval is computed
 * @param samples the number of samples
 * @param ofTheseMinutes whether rounds depend on each other, or have a trend: another hour may have
 *     a capacity outside of the interval
 */
public record CapacityEstimate(
    double load,
    Range interval,
    List<Integer> levels,
    Optional<Sla.Bound> limit,
    Basis basis,
    int samples,
    boolean ofTheseMinutes) {
  public static final int CONFIDENCE_PCT = 95;

  /** The probability that the capacity is outside of its interval. */
  static final double ERROR = 1 - CONFIDENCE_PCT / 100.0;

  /**
   * The share of draws beyond either end of an interval. Where a curve runs between levels is left
   * open besides, so that the interval covers more often than draws are within it.
   */
  private static final double TAIL = 0.075;

  /** What the samples are. */
  public enum Basis {
    /** Repetitions, each in a fresh provider. */
    REPETITIONS,
    /** Rounds of a paired run. */
    ROUNDS,
    /**
     * Batches of the single window of each level. They do not show the host's drift between runs;
     * what a provider adds is in the estimate.
     */
    BATCHES
  }

  public CapacityEstimate {
    Objects.requireNonNull(interval, "interval");
    levels = List.copyOf(levels);
    Objects.requireNonNull(basis, "basis");
  }

  /** Estimates the capacity of a cell whose rounds measured all cells side by side, or not. */
  static Optional<CapacityEstimate> of(JudgedCell cell, Samples samples) {
    return SlaCurves.of(cell, samples, OptionalDouble.empty()).map(CapacityEstimate::of);
  }

  private static CapacityEstimate of(SlaCurves curves) {
    List<Crossing> draws = CapacityDraws.of(curves);
    double load = curves.limiting().curve().crossing();
    return new CapacityEstimate(
        load,
        new Range(
            Math.min(load, quantile(draws.stream().mapToDouble(Crossing::from).toArray(), TAIL)),
            Math.max(load, quantile(draws.stream().mapToDouble(Crossing::to).toArray(), 1 - TAIL))),
        curves.levels(),
        curves.limiting().bound(),
        curves.samples().basis(),
        curves.samples().count(),
        curves.series().isShown());
  }

  /** The value below which a share of draws is, or the nearest draw outside of it. */
  static double quantile(double[] draws, double share) {
    double[] sorted = draws.clone();
    Arrays.sort(sorted);
    double at = share * (sorted.length + 1) - 1;
    int index = (int) (share < 0.5 ? Math.floor(at) : Math.ceil(at));
    return sorted[Math.max(0, Math.min(sorted.length - 1, index))];
  }

  public double lower() {
    return interval.lower();
  }

  public double upper() {
    return interval.upper();
  }

  public int lowestLevel() {
    return levels.get(0);
  }

  public int highestLevel() {
    return levels.get(levels.size() - 1);
  }

  /** Whether both ends of the interval are known. */
  public boolean isBounded() {
    return Double.isFinite(lower()) && Double.isFinite(upper());
  }

  /** Whether an end is known, or the capacity is below or beyond all levels. */
  public boolean isKnown() {
    return lower() > Double.NEGATIVE_INFINITY || upper() < Double.POSITIVE_INFINITY;
  }

  /** Whether the capacity is shown to be below a load. */
  boolean isBelow(double other) {
    return upper() < other
        || (load == Double.NEGATIVE_INFINITY && Double.isFinite(upper()) && upper() <= other);
  }

  /**
   * The share of samples up to which disturbances may be missed: with this confidence, a fault that
   * hits more of them would have been seen at least once.
   */
  public double missedSamples() {
    return 1 - Math.pow(ERROR, 1.0 / samples);
  }

  /**
   * Such as {@code 29 [24, 48]}; if only one end is known, {@code at least 24}; outside of the
   * levels {@code < 4} or {@code > 40}.
   */
  public String text() {
    return textBefore("");
  }

  /** As {@link #text()}, with the unit behind the estimate: {@code 29 users [24, 48]}. */
  public String text(Workload workload) {
    boolean isOne = (isBounded() ? rounded() : text()).matches("(.* )?1");
    return textBefore(" " + workload.unit(isOne ? 1 : workload.maxLevel()));
  }

  private String textBefore(String unit) {
    if (lower() == upper()) {
      return end(load) + unit;
    }
    if (isBounded()) {
      return "%s%s [%s, %s]".formatted(rounded(), unit, atLeast(lower()), atMost(upper()));
    }
    String end =
        Double.isFinite(lower())
            ? "at least " + atLeast(lower())
            : Double.isFinite(upper()) ? "at most " + atMost(upper()) : "unknown";
    return isKnown() ? end + unit : end;
  }

  /** The estimate alone, for a sentence that has the interval elsewhere. */
  public String brief() {
    return isBounded() ? rounded() : text();
  }

  private String rounded() {
    return Double.isFinite(load) ? twoDigits(load, RoundingMode.HALF_UP) : end(load);
  }

  private String end(double value) {
    if (value == Double.POSITIVE_INFINITY) {
      return "> " + FigureText.count(highestLevel());
    }
    return value == Double.NEGATIVE_INFINITY
        ? "< " + FigureText.count(lowestLevel())
        : twoDigits(value, RoundingMode.HALF_UP);
  }

  /** An end of an interval says no more than is shown. */
  private static String atLeast(double load) {
    return twoDigits(load, RoundingMode.FLOOR);
  }

  private static String atMost(double load) {
    return twoDigits(load, RoundingMode.CEILING);
  }

  private static String twoDigits(double load, RoundingMode mode) {
    BigDecimal rounded = BigDecimal.valueOf(load).round(new MathContext(2, mode));
    return rounded.abs().compareTo(BigDecimal.TEN) >= 0
        ? FigureText.count(rounded.longValue())
        : rounded.stripTrailingZeros().toPlainString();
  }
}
