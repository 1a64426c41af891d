package io.poolbench.compare;

import io.poolbench.judge.Decision;
import io.poolbench.judge.Statement;
import io.poolbench.stats.Range;
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
  boolean concerns(CellPair pair);

  /** The number of differences of a pair by each of which the criterion may fail. */
  long tests(CellPair pair);

  /**
   * Decides the criterion for a pair, with the values that decide it or the missing data.
   *
   * @param tail the error probability of each test
   */
  Statement judge(CellPair pair, double tail);

  default Statement result(Decision decision, CellPair pair, String because) {
    return new Statement(text(), decision, pair.title() + ": " + because);
  }

  /**
   * A limit for the loss of capacity relative to the baseline: it fails if the interval of the loss
   * lies beyond the limit, holds if it lies within, and is undecided otherwise.
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
    public boolean concerns(CellPair pair) {
      return pair.baseline().unit().equals(unit) && pair.baseline().load().phases().isEmpty();
    }

    /** The intervals of capacities are corrected by their ranking. */
    @Override
    public long tests(CellPair pair) {
      return 0;
    }

    @Override
    public Statement judge(CellPair pair, double tail) {
      if (!CellPair.isComparable(pair.baseline(), pair.candidate()) || !concerns(pair)) {
        return result(Decision.NOT_SHOWN, pair, "levels are not in " + unit + " on both sides");
      }
      CapacityChange capacity = new CapacityChange(pair);
      Decision decision =
          capacity.lack().isPresent()
              ? Decision.NOT_SHOWN
              : capacity.gain().map(gain -> decided(gain.negated())).orElse(Decision.NOT_SHOWN);
      return result(decision, pair, capacity.text());
    }

    private Decision decided(Range loss) {
      return loss.lower() > limit
          ? Decision.REFUTED
          : loss.upper() <= limit ? Decision.SHOWN : Decision.NOT_SHOWN;
    }
  }
}
