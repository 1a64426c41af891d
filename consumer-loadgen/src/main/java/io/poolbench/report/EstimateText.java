package io.poolbench.report;

import io.poolbench.result.FigureText;
import io.poolbench.sla.CapacityEstimate;
import io.poolbench.sla.EstimatedCell;

/** Estimated capacities in words. */
final class EstimateText {
  private EstimateText() {}

  /** Such as {@code 33.0 [30.9, 35.7]}; unknown where there is no estimate. */
  static String of(EstimatedCell cell) {
    return cell.estimate().map(CapacityEstimate::text).orElse(FigureText.UNKNOWN);
  }

  /** Such as {@code Estimate: 33.0 users, 95 % interval [30.9, 35.7], by 5 rounds.} */
  static String sentence(EstimatedCell cell) {
    return cell.estimate()
        .map(
            estimate ->
                "Estimate: %s, by %s."
                    .formatted(
                        figures(estimate, FigureText.unit(cell.cell().cell().load().workload())),
                        basis(estimate)))
        .orElseGet(() -> "No estimate: " + lack(cell) + ".");
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

  /** Why a cell has no estimate. */
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
