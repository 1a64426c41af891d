package io.poolbench.compare;

import io.poolbench.compare.CriterionResult.Outcome;
import io.poolbench.result.FigureText;
import java.util.Objects;

/**
 * A limit to how much lower the capacity may be than the baseline's.
 *
 * <p>A capacity of which only a lower bound is known decides as far as that goes.
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
    Outcome outcome = outcome(capacity);
    return CriterionResult.of(
        outcome,
        this,
        pair,
        CapacityDeviation.answer(capacity.baseline())
            + " -> "
            + CapacityDeviation.answer(capacity.candidate())
            + " "
            + FigureText.unit(pair.workload())
            + ", "
            + (outcome == Outcome.UNDECIDED
                ? "difference unknown"
                : capacity.significance().sentence()));
  }

  private Outcome outcome(CapacityDeviation of) {
    if (of.losesMoreThan(limit)) {
      return of.significance().answer() == Significance.Answer.WITHIN_NOISE
          ? Outcome.HOLDS
          : Outcome.FAILED;
    }
    return of.losesAtMost(limit) ? Outcome.HOLDS : Outcome.UNDECIDED;
  }
}
