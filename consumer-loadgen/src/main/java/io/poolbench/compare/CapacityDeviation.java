package io.poolbench.compare;

import io.poolbench.result.FigureText;
import io.poolbench.sla.CapacitySpread;
import io.poolbench.sla.RepeatedCell;
import java.util.List;
import java.util.Objects;

/**
 * The capacities of both sides: medians of their repetitions.
 *
 * @param baseline of the baseline; null where unknown
 * @param candidate of the other side; null where unknown
 * @param significance whether both differ by more than noise, by the repetitions with an exact
 *     capacity
 */
public record CapacityDeviation(
    CapacitySpread baseline, CapacitySpread candidate, Significance significance) {
  public CapacityDeviation {
    Objects.requireNonNull(significance, "significance");
  }

  static CapacityDeviation of(RepeatedCell baseline, RepeatedCell candidate) {
    return new CapacityDeviation(
        baseline.capacity().orElse(null),
        candidate.capacity().orElse(null),
        Significance.of(exact(baseline), exact(candidate)));
  }

  private static List<Double> exact(RepeatedCell cell) {
    return cell.capacities().stream()
        .filter(capacity -> capacity.known() && !capacity.maybeMore())
        .map(capacity -> (double) capacity.level())
        .toList();
  }

  /** Whether both are known exactly. */
  public boolean exact() {
    return isKnown() && !baseline.maybeMore() && !candidate.maybeMore();
  }

  /** How much more load the candidate serves; null where not both are known exactly. */
  public Integer amount() {
    return exact() ? Integer.valueOf(-loss()) : null;
  }

  /** Whether the candidate serves less by more than a limit, whatever is unknown. */
  boolean losesMoreThan(int limit) {
    return isKnown() && !candidate.maybeMore() && loss() > limit;
  }

  /** Whether the candidate serves less by at most a limit, whatever is unknown. */
  boolean losesAtMost(int limit) {
    return isKnown() && !baseline.maybeMore() && loss() <= limit;
  }

  private int loss() {
    return baseline.median() - candidate.median();
  }

  private boolean isKnown() {
    return baseline != null && candidate != null;
  }

  /** The capacity of one side, such as {@code at least 24}. */
  public static String answer(CapacitySpread spread) {
    return spread == null ? "unknown" : spread.answer();
  }

  /** The deviation in words, such as {@code +8}. */
  public String amountText() {
    Integer amount = amount();
    return amount == null
        ? FigureText.UNKNOWN
        : Deviation.sign(amount) + FigureText.count(Math.abs(amount));
  }
}
