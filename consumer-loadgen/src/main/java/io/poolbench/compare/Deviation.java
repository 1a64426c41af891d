package io.poolbench.compare;

import io.poolbench.result.FigureText;
import io.poolbench.result.Spread;
import io.poolbench.sla.RepeatedCell;
import java.util.List;
import java.util.Objects;

/**
 * One figure at one load, of both sides.
 *
 * @param figure which
 * @param baseline of the baseline's repetitions; null where unknown
 * @param candidate of the other side's repetitions; null where unknown
 * @param significance whether both differ by more than noise
 */
public record Deviation(
    ComparedFigure figure, Spread baseline, Spread candidate, Significance significance) {
  public Deviation {
    Objects.requireNonNull(figure, "figure");
    Objects.requireNonNull(significance, "significance");
  }

  static Deviation of(
      ComparedFigure figure, int level, RepeatedCell baseline, RepeatedCell candidate) {
    List<Double> before = baseline.perRepetition(level, figure::of);
    List<Double> after = candidate.perRepetition(level, figure::of);
    return new Deviation(
        figure,
        Spread.of(before).orElse(null),
        Spread.of(after).orElse(null),
        Significance.of(tested(figure, before), tested(figure, after)));
  }

  private static List<Double> tested(ComparedFigure figure, List<Double> figures) {
    return figures.stream().map(figure.scale()::tested).toList();
  }

  /**
   * How far the candidate's median lies from the baseline's, on the figure's scale; null where one
   * is unknown, or the baseline's is 0 and the deviation a ratio.
   */
  public Double amount() {
    return baseline == null || candidate == null
        ? null
        : figure.scale().between(baseline.median(), candidate.median());
  }

  /** The deviation with sign and unit, such as {@code +18 %}. */
  public String amountText() {
    Double amount = amount();
    return amount == null ? FigureText.UNKNOWN : figure.scale().text(amount);
  }

  /** By how much the candidate is worse, on the figure's scale; below 0 where it is better. */
  Double worse() {
    Double amount = amount();
    return amount == null || !figure.moreIsBetter() ? amount : Double.valueOf(-amount);
  }
}
