package io.poolbench.compare;

import io.poolbench.compare.Deviation.DeviationInterval;
import io.poolbench.compare.MetricCriterion.CriterionReader;
import io.poolbench.compare.Pair.CapacityDeviation;
import io.poolbench.judge.Decision;
import io.poolbench.result.FigureText;
import io.poolbench.spec.Workload;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

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

  /** The unit of load levels: users of a closed loop, or requests per second of an open loop. */
  enum LoadUnit {
    USERS("users", Workload.Closed.class, Workload.Closed.MAX_USERS),
    REQUESTS("requests/s", Workload.Open.class, Workload.Open.MAX_RATE);

    private final String unit;
    private final Class<? extends Workload> of;
    private final int max;

    LoadUnit(String unit, Class<? extends Workload> of, int max) {
      this.unit = unit;
      this.of = of;
      this.max = max;
    }

    public String unit() {
      return unit;
    }

    int max() {
      return max;
    }

    boolean isOf(Workload workload) {
      return of.isInstance(workload);
    }

    /** The unit named in a criterion, in singular or plural. */
    static Optional<LoadUnit> of(String unit) {
      return Arrays.stream(values())
          .filter(each -> each.unit.equals(unit) || (unit + "s").equals(each.unit))
          .findFirst();
    }
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
   * @param limit 0 or more
   */
  record CapacityCriterion(LoadUnit unit, int limit) implements Criterion {
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
    public boolean concerns(Pair pair) {
      return unit.isOf(pair.workload());
    }

    @Override
    public Result judge(Pair pair) {
      CapacityDeviation capacity = pair.capacity();
      if (capacity == null || !unit.isOf(pair.workload())) {
        return result(
            Decision.NOT_SHOWN, pair, "levels are not in " + unit.unit() + " on both sides");
      }
      DeviationInterval gain = capacity.gain();
      return result(
          gain == null ? Decision.NOT_SHOWN : Result.outcome(gain.negated(), limit),
          pair,
          CapacityDeviation.answer(capacity.baseline())
              + " -> "
              + CapacityDeviation.answer(capacity.candidate())
              + " "
              + FigureText.unit(pair.workload())
              + ", "
              + (gain == null
                  ? "noise unknown: "
                      + capacity.significance().lackOr("a repetition has no exact value")
                  : gain.text("")));
    }
  }
}
