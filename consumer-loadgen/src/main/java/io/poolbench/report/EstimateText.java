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
                "Estimate: "
                    + estimate.text(estimate.load())
                    + " "
                    + FigureText.unit(cell.cell().cell().load().workload())
                    + ", "
                    + CapacityEstimate.CONFIDENCE_PCT
                    + " % interval ["
                    + estimate.text(estimate.interval().lower())
                    + ", "
                    + estimate.text(estimate.interval().upper())
                    + "], by "
                    + basis(estimate)
                    + ".")
        .orElseGet(() -> "No estimate: " + lack(cell) + ".");
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
      case LIMITED_BY_VALUE -> "limited by a bound that is no share of calls";
    };
  }
}
