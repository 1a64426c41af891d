package io.poolbench.compare;

import io.poolbench.result.FigureText;
import java.util.Objects;
import java.util.Optional;

/**
 * The most load within the SLA must not be lower than the baseline's by more than so much.
 *
 * <p>A side of which only is known that it serves so much at least decides as far as that goes.
 *
 * @param counted what the levels count
 * @param limit how much less may be served; 0 or more
 */
public record CapacityCriterion(Counted counted, int limit) implements Criterion {
  public CapacityCriterion {
    Objects.requireNonNull(counted, "counted");
    if (limit < 0 || limit > counted.most()) {
      throw new IllegalArgumentException("limit " + limit);
    }
  }

  @Override
  public String text() {
    return "most " + counted.unit() + " -" + limit;
  }

  @Override
  public Ruling judge(Pair pair) {
    if (pair.capacity() == null || !counted.isOf(pair.workload())) {
      return ruling(Ruling.Outcome.UNDECIDED, pair, "they do not both count " + counted.unit());
    }
    Ruling.Outcome outcome = outcome(pair.capacity());
    return ruling(
        outcome,
        pair,
        CapacityDeviation.answer(pair.capacity().baseline())
            + " -> "
            + CapacityDeviation.answer(pair.capacity().candidate())
            + " "
            + FigureText.unit(pair.workload())
            + ", "
            + (outcome == Ruling.Outcome.UNDECIDED
                ? "which leaves open how many fewer"
                : pair.capacity().significance().sentence()));
  }

  private Ruling.Outcome outcome(CapacityDeviation of) {
    Optional<Integer> leastLoss = of.leastLoss();
    if (leastLoss.isPresent() && leastLoss.get() > limit) {
      return of.significance().answer() == Significance.Answer.WITHIN_NOISE
          ? Ruling.Outcome.HOLDS
          : Ruling.Outcome.FAILED;
    }
    boolean lossIsBounded = of.mostLoss().filter(loss -> loss <= limit).isPresent();
    return lossIsBounded ? Ruling.Outcome.HOLDS : Ruling.Outcome.UNDECIDED;
  }

  private Ruling ruling(Ruling.Outcome outcome, Pair pair, String because) {
    return new Ruling(outcome, text(), pair.title() + ": " + because);
  }
}
