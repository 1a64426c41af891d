package io.poolbench.compare;

import io.poolbench.compare.Deviation.DeviationInterval;
import io.poolbench.compare.MetricCriterion.CriterionReader;
import io.poolbench.compare.Pair.CapacityDeviation;
import io.poolbench.judge.Decision;
import java.util.Objects;

/**
 * A condition that fails a comparison, printed as it was typed: {@code tp99 +10%} fails if the TP99
 * of a cell is shown to be more than 10 % above the baseline's at any load.
 */
public sealed interface Criterion permits MetricCriterion, Criterion.CapacityCriterion {
  static Criterion parse(String text) {
    return CriterionReader.read(text);
  }

  String text();

  /** Whether the pair has loads and the metric of the criterion, or failed before any load. */
  boolean concerns(Pair pair);

  Result judge(Pair pair);

  default Result result(Decision outcome, Pair pair, String because) {
    return new Result(outcome, text(), pair.title() + ": " + because);
  }

  /**
   * The outcome of a criterion for one pair.
   *
   * @param criterion text of the criterion
   * @param because the values that decide the outcome, or the missing data, with the pair's names
   */
  record Result(Decision outcome, String criterion, String because) {
    public Result {
      Objects.requireNonNull(outcome, "outcome");
      Objects.requireNonNull(criterion, "criterion");
      Objects.requireNonNull(because, "because");
    }

    /** The outcome for an excess over the baseline; open without the noise between runs. */
    static Decision outcome(DeviationInterval excess, double limit) {
      if (!excess.repeated()) {
        return Decision.NOT_SHOWN;
      }
      if (excess.lower() > limit) {
        return Decision.REFUTED;
      }
      return excess.upper() <= limit ? Decision.SHOWN : Decision.NOT_SHOWN;
    }

    /** Such as {@code REFUTED: tp99 +10%: at 24 users 8.1 -> 9.6 ms (+18 %), +14 % at least}. */
    public String text() {
      return outcome + ": " + criterion + ": " + because;
    }
  }

  /**
   * A limit for the loss of capacity relative to the baseline.
   *
   * <p>The criterion fails if the one-sided interval of the loss lies beyond the limit, holds if it
   * lies within the limit, and is undecided otherwise ({@link CapacityDeviation#gain}).
   *
   * @param unit of the capacity: {@code users} or {@code requests/s}
   * @param limit 0 or more
   */
  record CapacityCriterion(String unit, int limit) implements Criterion {
    public CapacityCriterion {
      Objects.requireNonNull(unit, "unit");
      if (limit < 0) {
        throw new IllegalArgumentException("limit " + limit);
      }
    }

    @Override
    public String text() {
      return "max " + unit + " -" + limit;
    }

    @Override
    public boolean concerns(Pair pair) {
      return pair.baseline().unit().equals(unit);
    }

    @Override
    public Result judge(Pair pair) {
      CapacityDeviation capacity = pair.capacity();
      if (capacity == null || !concerns(pair)) {
        return result(Decision.NOT_SHOWN, pair, "levels are not in " + unit + " on both sides");
      }
      DeviationInterval gain = capacity.gain();
      return result(
          gain == null ? Decision.NOT_SHOWN : Result.outcome(gain.negated(), limit),
          pair,
          CapacityDeviation.answer(capacity.baseline())
              + " -> "
              + CapacityDeviation.answer(capacity.candidate())
              + " "
              + unit
              + ", "
              + (gain == null
                  ? "noise unknown: "
                      + capacity.significance().lackOr("a repetition has no exact value")
                  : gain.text("")));
    }
  }
}
