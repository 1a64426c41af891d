package io.poolbench.sla;

import io.poolbench.result.FigureText;
import java.util.List;
import java.util.Objects;

/**
 * The capacity of a cell as estimated from the shares of calls over the SLA's bounds at all levels,
 * beside the highest level that was measured to pass ({@link Capacity}).
 *
 * <p>Loads are {@link Double#NEGATIVE_INFINITY} below the lowest measured level, and {@link
 * Double#POSITIVE_INFINITY} beyond the highest.
 *
 * @param load the estimate, in users or in requests per second
 * @param interval its {@value #CONFIDENCE_PCT} % interval
 * @param lowestLevel the lowest level of the estimate's shares
 * @param highestLevel the highest of them
 * @param basis what the interval is computed from
 * @param samples how many of {@code basis} there are
 */
public record CapacityEstimate(
    double load,
    LoadInterval interval,
    int lowestLevel,
    int highestLevel,
    Basis basis,
    int samples) {
  /** The confidence of intervals, in percent. */
  public static final int CONFIDENCE_PCT = 95;

  /** The probability of a capacity outside of its interval. */
  static final double ERROR = 1 - CONFIDENCE_PCT / 100.0;

  /** What varies independently, and hence shows how far a capacity scatters. */
  public enum Basis {
    /** Repetitions, each in a fresh provider. */
    REPETITIONS,
    /** Rounds of a paired run. */
    ROUNDS,
    /**
     * Batches of the only window of each level. What differs between runs does not show in them:
     * neither the host's drift nor what each JVM compiles.
     */
    BATCHES
  }

  public CapacityEstimate {
    Objects.requireNonNull(interval, "interval");
    Objects.requireNonNull(basis, "basis");
  }

  /**
   * The lowest of the crossings of all bounds.
   *
   * @param curves of the bounds, at least one
   * @param cap the capacity is at most this; infinite = no cap
   */
  static CapacityEstimate of(List<ShareCurve> curves, double cap, Basis basis, int samples) {
    return new CapacityEstimate(
        Math.min(cap, curves.stream().mapToDouble(ShareCurve::crossing).min().orElseThrow()),
        interval(curves, cap, ERROR),
        curves.stream().mapToInt(ShareCurve::lowestLevel).max().orElseThrow(),
        curves.stream().mapToInt(ShareCurve::highestLevel).min().orElseThrow(),
        basis,
        samples);
  }

  static LoadInterval interval(List<ShareCurve> curves, double cap, double error) {
    double lower = cap;
    double upper = cap;
    for (ShareCurve curve : curves) {
      LoadInterval interval = curve.interval(error);
      lower = Math.min(lower, interval.lower());
      upper = Math.min(upper, interval.upper());
    }
    return new LoadInterval(lower, upper);
  }

  /** Whether both ends are known; the lower one is no load where no level is shown to pass. */
  public boolean isBounded() {
    return interval.upper() < Double.POSITIVE_INFINITY;
  }

  /**
   * The estimate with its interval, such as {@code 33.0 [30.9, 35.7]}; {@code > 40} alone; of an
   * interval with one known end this end, such as {@code at least 8.00}.
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

  /** One of its loads: {@code 30.9}, {@code < 4} below the lowest level, {@code > 40}. */
  public String text(double end) {
    if (end == Double.POSITIVE_INFINITY) {
      return "> " + FigureText.count(highestLevel);
    }
    if (end == Double.NEGATIVE_INFINITY) {
      return "< " + FigureText.count(lowestLevel);
    }
    return FigureText.measure(end);
  }
}
