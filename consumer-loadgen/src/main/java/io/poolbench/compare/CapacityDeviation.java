package io.poolbench.compare;

import io.poolbench.result.FigureText;
import io.poolbench.sla.CapacitySpread;
import io.poolbench.sla.RepeatedCell;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

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
        .filter(most -> most.known() && !most.maybeMore())
        .map(most -> Double.valueOf(most.level()))
        .toList();
  }

  /** Whether both are known exactly. */
  public boolean exact() {
    return baseline != null && candidate != null && !baseline.maybeMore() && !candidate.maybeMore();
  }

  /** How much more load the candidate serves; null where not both are known exactly. */
  public Integer amount() {
    return exact() ? Integer.valueOf(candidate.median() - baseline.median()) : null;
  }

  /**
   * The min loss of load: empty where unknown, as the candidate's capacity may be higher than
   * measured.
   */
  Optional<Integer> minLoss() {
    return baseline == null || candidate == null || candidate.maybeMore()
        ? Optional.empty()
        : Optional.of(baseline.median() - candidate.median());
  }

  /** The max loss of load: empty where the baseline's capacity may be higher than measured. */
  Optional<Integer> maxLoss() {
    return baseline == null || candidate == null || baseline.maybeMore()
        ? Optional.empty()
        : Optional.of(baseline.median() - candidate.median());
  }

  /** One side in a word or three, such as {@code at least 24}. */
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
