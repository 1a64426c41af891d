package io.poolbench.compare;

/**
 * What fails a comparison. It is printed as it is read: {@code tp99 +10%} fails where the TP99 of a
 * pair is more than 10 % above the baseline's at any load, and that is not noise.
 */
public sealed interface Criterion permits MetricCriterion, CapacityCriterion, ExpressionCriterion {
  static Criterion parse(String text) {
    return text.contains("(") ? ExpressionCriterion.parse(text) : CriterionReader.read(text);
  }

  String text();

  CriterionResult judge(Pair pair);
}
