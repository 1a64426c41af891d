package io.poolbench.judging;

import io.poolbench.journal.FigureText;
import io.poolbench.judging.Samples.Basis;
import io.poolbench.spec.Sla;
import io.poolbench.stats.Range;
import io.poolbench.stats.RisingCurve.Crossing;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * An estimate of a cell's capacity: the load at which the first bound of the SLA breaks. {@link
 * Capacity} is the highest level that was measured to pass.
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

  public CapacityEstimate {
    Objects.requireNonNull(interval, "interval");
    levels = List.copyOf(levels);
    Objects.requireNonNull(basis, "basis");
  }

  /** Estimates the capacity of a cell whose rounds measured all cells side by side, or not. */
  static Optional<CapacityEstimate> of(JudgedCell cell, Samples samples) {
    return SlaCurves.of(cell, samples).map(CapacityEstimate::of);
  }

  private static CapacityEstimate of(SlaCurves curves) {
    List<Crossing> draws = CapacityDraws.of(curves);
    double load = curves.crossing();
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

  /** Whether the upper end is known. An unknown lower end means that no level is shown to pass. */
  public boolean isBounded() {
    return interval.upper() < Double.POSITIVE_INFINITY;
  }

  /** Whether the capacity is shown to be below a load. */
  public boolean isBelow(double other) {
    return interval.upper() < other
        || (load == Double.NEGATIVE_INFINITY && isBounded() && interval.upper() <= other);
  }

  /**
   * The share of samples up to which disturbances may be missed: with this confidence, a fault that
   * hits more of them would have been seen at least once.
   */
  public double missedSamples() {
    return 1 - Math.pow(ERROR, 1.0 / samples);
  }

  /**
   * The estimate with its interval, such as {@code 33 [31, 36]}. If only one end is known, only
   * this end, such as {@code at least 8} or {@code below 4}.
   */
  public String text() {
    boolean lower = Double.isFinite(interval.lower());
    boolean upper = Double.isFinite(interval.upper());
    if (!lower && !upper) {
      return "not known";
    }
    if (!lower || !upper) {
      return lower
          ? "at least " + FigureText.difference(interval.lower())
          : "below " + FigureText.difference(interval.upper());
    }
    return "%s [%s, %s]"
        .formatted(
            FigureText.difference(load),
            FigureText.difference(interval.lower()),
            FigureText.difference(interval.upper()));
  }
}
