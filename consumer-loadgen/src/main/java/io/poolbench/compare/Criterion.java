package io.poolbench.compare;

/**
 * A condition that fails a comparison, printed as it was typed: {@code tp99 +10%} fails if the TP99
 * of a cell is more than 10 % above the baseline's at any load, by more than noise.
 */
public sealed interface Criterion permits MetricCriterion, CapacityCriterion, ExpressionCriterion {
  static Criterion parse(String text) {
    return text.contains("(") ? ExpressionCriterion.parse(text) : CriterionReader.read(text);
  }

  String text();

  CriterionResult judge(Pair pair);
}
