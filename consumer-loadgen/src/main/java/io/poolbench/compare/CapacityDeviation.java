package io.poolbench.compare;

import io.poolbench.compare.Deviation.DeviationInterval;
import io.poolbench.compare.Pair.Side;
import io.poolbench.judge.CapacityRanking;
import io.poolbench.judge.CapacitySpread;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.result.FigureText;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The deviation of a cell's capacity from the baseline's; capacities are medians over repetitions.
 *
 * @param baseline capacity of the baseline; null if unknown
 * @param candidate capacity of the other cell; null if unknown
 * @param significance whether the exact capacities of repetitions differ by more than noise
 * @param ranking of both cells by their capacity estimates
 * @param gain one-sided interval of the candidate's additional load, from the estimates, or from
 *     the repetitions' exact capacities if there are no estimates; null if unknown
 */
public record CapacityDeviation(
    CapacitySpread baseline,
    CapacitySpread candidate,
    Significance significance,
    CapacityRanking ranking,
    DeviationInterval gain) {
  public CapacityDeviation {
    Objects.requireNonNull(ranking, "ranking");
    Objects.requireNonNull(significance, "significance");
  }

  static CapacityDeviation of(Side baseline, Side candidate) {
    List<Double> before = exact(baseline.cell());
    List<Double> after = exact(candidate.cell());
    CapacityRanking ranking =
        CapacityRanking.of(candidate.study(), candidate.cell(), baseline.study(), baseline.cell());
    return new CapacityDeviation(
        baseline.cell().capacity().orElse(null),
        candidate.cell().capacity().orElse(null),
        Significance.of(before, after),
        ranking,
        gain(ranking, baseline, candidate)
            .or(() -> DeviationInterval.of(SampleMean.of(before), SampleMean.of(after)))
            .orElse(null));
  }

  private static Optional<DeviationInterval> gain(
      CapacityRanking ranking, Side baseline, Side candidate) {
    return ranking
        .gain(candidate.cell(), 2 * (1 - DeviationInterval.CONFIDENCE_PCT / 100.0))
        .map(
            gain ->
                new DeviationInterval(
                    gain.lower(),
                    gain.upper(),
                    baseline.cell().count() > 1 && candidate.cell().count() > 1));
  }

  private static List<Double> exact(RepeatedCell cell) {
    return cell.capacities().stream()
        .filter(capacity -> capacity.known() && !capacity.maybeMore())
        .map(capacity -> (double) capacity.level())
        .toList();
  }

  /** Whether both capacities are known exactly. */
  public boolean exact() {
    return isKnown() && !baseline.maybeMore() && !candidate.maybeMore();
  }

  /** The candidate's additional load; null unless both capacities are known exactly. */
  public Integer amount() {
    return exact() ? Integer.valueOf(-loss()) : null;
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

  /** Whether one cell is shown to have the larger capacity. */
  public boolean shown() {
    return ranking.answer() == CapacityRanking.Answer.UNKNOWN
        ? significance.moreThanNoise()
        : ranking.answer() == CapacityRanking.Answer.SHOWN;
  }

  public String shownText() {
    return switch (ranking.answer()) {
      case SHOWN -> "shown";
      case NOT_SHOWN -> "not shown";
      case CROSSING -> "better at low levels, worse at high ones";
      case DEPENDS_ON_HOST -> "not shown: depends on what disturbed the host";
      case TOO_FEW_ROUNDS -> "not shown: too few rounds";
      case MEASURED_ONCE -> "not shown: measured once";
      case UNKNOWN -> significance.text();
    };
  }

  public String amountText() {
    Integer amount = amount();
    return amount == null
        ? FigureText.UNKNOWN
        : Deviation.sign(amount) + FigureText.count(Math.abs(amount));
  }
}
