package io.poolbench.report;

import io.poolbench.result.FigureText;
import io.poolbench.sla.CapacityEstimate;
import io.poolbench.sla.EstimatedCell;

/** Formats estimated capacities. */
final class EstimateText {
  private EstimateText() {}

  /** Such as {@code 33.0 [30.9, 35.7]}; unknown where there is no estimate. */
  static String of(EstimatedCell cell) {
    return cell.estimate().map(CapacityEstimate::text).orElse(FigureText.UNKNOWN);
  }

  /**
   * Such as {@code Estimate: 33.0 users, 95 % interval [30.9, 35.7], by 5 rounds.}; for a paired
   * study also the capacity of the undisturbed host, where known.
   */
  static String sentence(EstimatedCell cell) {
    if (cell.estimate().isEmpty()) {
      return "No estimate: " + lack(cell) + ".";
    }
    CapacityEstimate estimate = cell.estimate().get();
    String unit = FigureText.unit(cell.cell().cell().load().workload());
    String sentence =
        "Estimate%s: %s, by %s."
            .formatted(
                estimate.basis() == CapacityEstimate.Basis.ROUNDS ? " on this host as it was" : "",
                figures(estimate, unit),
                basis(estimate));
    return cell.undisturbed()
        .map(calm -> sentence + " Undisturbed: " + figures(calm, unit) + ".")
        .orElse(sentence);
  }

  private static String figures(CapacityEstimate estimate, String unit) {
    double lower = estimate.interval().lower();
    double upper = estimate.interval().upper();
    if (lower == Double.POSITIVE_INFINITY) {
      return "more than %s %s (the highest level)"
          .formatted(FigureText.count(estimate.highestLevel()), unit);
    }
    if (upper == Double.NEGATIVE_INFINITY) {
      return "less than %s %s (the lowest level)"
          .formatted(FigureText.count(estimate.lowestLevel()), unit);
    }
    if (!Double.isFinite(lower) || !Double.isFinite(upper)) {
      return Double.isFinite(lower) || Double.isFinite(upper)
          ? estimate.text() + " " + unit
          : "not known";
    }
    return "%s %s, %s %% interval [%s, %s]"
        .formatted(
            estimate.text(estimate.load()),
            unit,
            CapacityEstimate.CONFIDENCE_PCT,
            estimate.text(lower),
            estimate.text(upper));
  }

  private static String basis(CapacityEstimate estimate) {
    return switch (estimate.basis()) {
      case REPETITIONS -> estimate.samples() + " repetitions";
      case ROUNDS -> estimate.samples() + " rounds";
      case BATCHES -> "the batches of one run (the spread between runs is not in it)";
    };
  }

  static String lack(EstimatedCell cell) {
    return switch (cell.lack().orElseThrow()) {
      case NO_SHARE_BOUND -> "the SLA bounds no percentile and no availability";
      case NO_BATCHES -> "no valid step with its batches";
      case ONE_LEVEL -> "one level of load";
      case GROUPS -> "groups of users, each with its own bounds";
      case PHASES -> "steps of several phases";
      case LIMITED_BY_VALUE -> "limited by a bound that is no share of calls";
    };
  }
}
