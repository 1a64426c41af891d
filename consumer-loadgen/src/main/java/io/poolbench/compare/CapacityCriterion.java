package io.poolbench.compare;

import io.poolbench.compare.CriterionResult.Outcome;
import io.poolbench.result.FigureText;
import java.util.Objects;

/**
 * A limit for the loss of capacity relative to the baseline.
 *
 * <p>The criterion fails if the one-sided interval of the loss lies beyond the limit, holds if it
 * lies within the limit, and is undecided otherwise ({@link CapacityDeviation#gain}).
 *
 * @param limit 0 or more
 */
public record CapacityCriterion(LoadUnit unit, int limit) implements Criterion {
  public CapacityCriterion {
    Objects.requireNonNull(unit, "unit");
    if (limit < 0 || limit > unit.max()) {
      throw new IllegalArgumentException("limit " + limit);
    }
  }

  @Override
  public String text() {
    return "max " + unit.unit() + " -" + limit;
  }

  @Override
  public CriterionResult judge(Pair pair) {
    CapacityDeviation capacity = pair.capacity();
    if (capacity == null || !unit.isOf(pair.workload())) {
      return CriterionResult.of(
          Outcome.UNDECIDED, this, pair, "levels are not in " + unit.unit() + " on both sides");
    }
    DeviationInterval gain = capacity.gain();
    return CriterionResult.of(
        gain == null ? Outcome.UNDECIDED : CriterionResult.outcome(gain.negated(), limit),
        this,
        pair,
        CapacityDeviation.answer(capacity.baseline())
            + " -> "
            + CapacityDeviation.answer(capacity.candidate())
            + " "
            + FigureText.unit(pair.workload())
            + ", "
            + (gain == null
                ? "noise unknown: " + capacity.significance().lackOr("no estimate")
                : gain.text("")));
  }
}
