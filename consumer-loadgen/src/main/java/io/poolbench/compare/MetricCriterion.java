package io.poolbench.compare;

import io.poolbench.compare.CriterionResult.Outcome;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * A limit to how much a metric may rise above, or fall below, the baseline's.
 *
 * <p>Where repetitions allow to test it, a deviation that may be noise is no failure. Where they do
 * not, the deviation alone decides.
 *
 * @param rise whether a rise fails it; a fall otherwise
 * @param limit 0 or more, in points of a metric in percent, in percent of any other
 * @param at the level that decides; null for any level
 */
public record MetricCriterion(Metric metric, boolean rise, double limit, Load at)
    implements Criterion {
  private static final int MAX_FALL_PCT = 100;

  /**
   * A level of load.
   *
   * @param level 1 or more
   */
  public record Load(int level, LoadUnit unit) {
    public Load {
      Objects.requireNonNull(unit, "unit");
      if (level < 1) {
        throw new IllegalArgumentException("level " + level);
      }
    }

    String text() {
      return "at " + level + " " + unit.unit();
    }
  }

  public MetricCriterion {
    Objects.requireNonNull(metric, "metric");
    if (!(limit >= 0) || Double.isInfinite(limit) || (!rise && limit >= MAX_FALL_PCT)) {
      throw new IllegalArgumentException("limit " + limit);
    }
  }

  @Override
  public String text() {
    return metric.id()
        + (rise ? " +" : " -")
        + FigureText.exact(limit)
        + (Deviation.isInPoints(metric) ? " points" : "%")
        + (at == null ? "" : " " + at.text());
  }

  @Override
  public CriterionResult judge(Pair pair) {
    List<LevelComparison> known =
        pair.levels().stream()
            .filter(level -> at == null || isAt(pair, level))
            .filter(level -> level.of(metric).amount() != null)
            .toList();
    if (known.isEmpty()) {
      return CriterionResult.of(
          Outcome.UNDECIDED,
          this,
          pair,
          metric.id() + " unknown of one side " + (at == null ? "at each level" : at.text()));
    }
    List<LevelComparison> failing = known.stream().filter(this::fails).toList();
    return failing.isEmpty()
        ? CriterionResult.of(Outcome.HOLDS, this, pair, worst(pair, known))
        : CriterionResult.of(
            Outcome.FAILED,
            this,
            pair,
            String.join("; ", failing.stream().map(level -> values(pair, level)).toList()));
  }

  private String worst(Pair pair, List<LevelComparison> known) {
    LevelComparison worst = known.stream().max(Comparator.comparing(this::excess)).orElseThrow();
    return (known.size() == 1 ? "" : "worst of " + known.size() + " levels: ")
        + values(pair, worst);
  }

  private boolean isAt(Pair pair, LevelComparison level) {
    return at.level() == level.level() && at.unit().isOf(pair.workload());
  }

  private boolean fails(LevelComparison level) {
    return excess(level) > limit
        && level.of(metric).significance().answer() != Significance.Answer.WITHIN_NOISE;
  }

  /** The deviation in the direction that fails. */
  private double excess(LevelComparison level) {
    double amount = level.of(metric).amount();
    return rise ? amount : -amount;
  }

  /** Such as {@code at 24 users 8.10 -> 9.60 ms (+18 %), more than noise (p = 0.002)}. */
  private String values(Pair pair, LevelComparison level) {
    Deviation deviation = level.of(metric);
    return "at "
        + FigureText.load(pair.workload(), level.level())
        + " "
        + deviation.text()
        + ", "
        + deviation.significance().sentence();
  }
}
