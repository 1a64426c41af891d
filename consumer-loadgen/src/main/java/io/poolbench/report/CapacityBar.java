package io.poolbench.report;

import io.poolbench.judge.CapacityEstimate;
import io.poolbench.judge.CapacitySpread;
import io.poolbench.judge.EstimatedCell;
import java.util.Objects;
import java.util.Optional;

/**
 * Capacity as a bar: max load within the SLA, with the estimate as a mark on its interval.
 *
 * @param lowest of the repetitions; 0 where unknown
 * @param level the median of the repetitions; 0 where unknown
 * @param highest of the repetitions; 0 where unknown
 * @param text such as {@code 24}, {@code at least 24}, {@code none}, {@code unknown}
 * @param estimate null where there is none
 * @param undisturbed the estimate for the undisturbed host; null where there is none
 */
record CapacityBar(
    Kind kind,
    int lowest,
    int level,
    int highest,
    String text,
    Estimate estimate,
    Estimate undisturbed) {
  enum Kind {
    MEASURED,
    /** Higher loads were not measured, or their steps are INVALID or UNDECIDED. */
    AT_LEAST,
    /** No measured load is within the SLA. */
    NONE,
    UNKNOWN
  }

  /**
   * The estimated capacity, limited to the measured levels.
   *
   * @param load null below the lowest or beyond the highest level
   * @param lower the interval's lower end; 0 below the lowest level
   * @param upper the interval's upper end, the highest level at most
   * @param text the estimate with its interval
   */
  record Estimate(Double load, double lower, double upper, String text) {
    static Estimate of(CapacityEstimate estimate) {
      return new Estimate(
          Double.isInfinite(estimate.load()) ? null : CurveData.rounded(estimate.load()),
          CurveData.rounded(
              Math.max(0, Math.min(estimate.highestLevel(), estimate.interval().lower()))),
          CurveData.rounded(
              Math.max(0, Math.min(estimate.highestLevel(), estimate.interval().upper()))),
          estimate.text());
    }
  }

  CapacityBar {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(text, "text");
  }

  static CapacityBar of(EstimatedCell cell) {
    Estimate estimate = cell.estimate().map(Estimate::of).orElse(null);
    Estimate undisturbed = cell.undisturbed().map(Estimate::of).orElse(null);
    Optional<CapacitySpread> capacity = cell.cell().capacity();
    if (capacity.isEmpty()) {
      return new CapacityBar(Kind.UNKNOWN, 0, 0, 0, "unknown", estimate, undisturbed);
    }
    CapacitySpread spread = capacity.get();
    return new CapacityBar(
        kind(spread),
        spread.lowest(),
        spread.median(),
        spread.highest(),
        spread.answer(),
        estimate,
        undisturbed);
  }

  private static Kind kind(CapacitySpread spread) {
    if (spread.median() == 0) {
      return Kind.NONE;
    }
    return spread.maybeMore() ? Kind.AT_LEAST : Kind.MEASURED;
  }
}
