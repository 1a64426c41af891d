package io.poolbench.judge;

import io.poolbench.result.FigureText;
import io.poolbench.stats.Range;
import java.util.List;
import java.util.Objects;

/**
 * An estimate of a cell's capacity, interpolated from the shares of calls over the SLA's bounds at
 * all levels. {@link Capacity} is the highest level that was measured to pass.
 *
 * <p>A load is {@link Double#NEGATIVE_INFINITY} below the lowest measured level, and {@link
 * Double#POSITIVE_INFINITY} beyond the highest.
 *
 * @param load the estimate, in users or in requests per second
 * @param interval its {@value #CONFIDENCE_PCT} % interval
 * @param lowestLevel the lowest level from which the estimate is computed
 * @param highestLevel the highest such level
 * @param basis the independent samples from which the interval is computed
 * @param samples the number of samples
 */
public record CapacityEstimate(
    double load, Range interval, int lowestLevel, int highestLevel, Basis basis, int samples) {
  public static final int CONFIDENCE_PCT = 95;

  /** The probability that the capacity is outside of its interval. */
  static final double ERROR = 1 - CONFIDENCE_PCT / 100.0;

  /** The independent samples that show how far a capacity varies. */
  public enum Basis {
    /** Repetitions, each in a fresh provider. */
    REPETITIONS,
    /** Rounds of a paired run. */
    ROUNDS,
    /**
     * Batches of the single window of each level. They do not show what differs between runs, such
     * as the host's drift and the JIT compilation of each JVM.
     */
    BATCHES
  }

  public CapacityEstimate {
    Objects.requireNonNull(interval, "interval");
    Objects.requireNonNull(basis, "basis");
  }

  /** The lowest crossing of the curves, at least one, or {@code cap} (infinite = none) if lower. */
  static CapacityEstimate of(List<ShareCurve> curves, double cap, Basis basis, int samples) {
    return new CapacityEstimate(
        Math.min(cap, curves.stream().mapToDouble(ShareCurve::crossing).min().orElseThrow()),
        interval(curves, cap, ERROR),
        curves.stream().mapToInt(ShareCurve::lowestLevel).max().orElseThrow(),
        curves.stream().mapToInt(ShareCurve::highestLevel).min().orElseThrow(),
        basis,
        samples);
  }

  static Range interval(List<ShareCurve> curves, double cap, double error) {
    double lower = cap;
    double upper = cap;
    for (ShareCurve curve : curves) {
      Range interval = curve.interval(error);
      lower = Math.min(lower, interval.lower());
      upper = Math.min(upper, interval.upper());
    }
    return new Range(lower, upper);
  }

  /** Whether the upper end is known. An unknown lower end means that no level is shown to pass. */
  public boolean isBounded() {
    return interval.upper() < Double.POSITIVE_INFINITY;
  }

  /** The load that the capacity is shown to reach; {@link Double#NEGATIVE_INFINITY} if none. */
  public double atLeast() {
    return Math.min(interval.lower(), highestLevel);
  }

  /** Whether the capacity is shown to be below a load; an open interval is about its levels. */
  public boolean isBelow(double other) {
    return interval.upper() < other && lowestLevel <= other;
  }

  /**
   * The estimate with its interval, such as {@code 33.0 [30.9, 35.7]}. If only one end is known,
   * only this end, such as {@code at least 8.00}; if the ends are equal, only the load, such as
   * {@code > 40}.
   */
  public String text() {
    if (interval.lower() == interval.upper()) {
      return text(load);
    }
    boolean lower = Double.isFinite(interval.lower());
    boolean upper = Double.isFinite(interval.upper());
    if (!lower && !upper) {
      return "not known";
    }
    if (!lower || !upper) {
      return lower ? "at least " + text(interval.lower()) : "at most " + text(interval.upper());
    }
    return text(load) + " [" + text(interval.lower()) + ", " + text(interval.upper()) + "]";
  }

  /** A load as text: {@code 30.9}, or outside of the levels {@code < 4} or {@code > 40}. */
  private String text(double end) {
    if (end == Double.POSITIVE_INFINITY) {
      return "> " + FigureText.count(highestLevel);
    }
    if (end == Double.NEGATIVE_INFINITY) {
      return "< " + FigureText.count(lowestLevel);
    }
    return FigureText.measure(end);
  }
}
