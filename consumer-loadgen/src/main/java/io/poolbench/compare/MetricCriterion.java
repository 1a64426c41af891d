package io.poolbench.compare;

import io.poolbench.compare.Criterion.LoadUnit;
import io.poolbench.compare.Criterion.Result.Outcome;
import io.poolbench.compare.Deviation.DeviationInterval;
import io.poolbench.compare.Pair.LevelComparison;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A limit for the rise or fall of a metric relative to the baseline.
 *
 * <p>The criterion fails if the one-sided interval of the true deviation ({@link
 * DeviationInterval}) lies beyond the limit at any level, holds if it lies within the limit at
 * every level, and is undecided otherwise, also if the noise is unknown.
 *
 * @param rise whether a rise fails the criterion; otherwise a fall does
 * @param limit 0 or more, in points for metrics in percent, in percent of the baseline for others
 * @param at the level to compare; null for all levels
 */
public record MetricCriterion(Metric metric, boolean rise, double limit, Load at)
    implements Criterion {
  private static final int MAX_FALL_PCT = 100;

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
    return "%s %s%s%s%s"
        .formatted(
            metric.id(),
            rise ? "+" : "-",
            FigureText.exact(limit),
            Deviation.isInPoints(metric) ? " points" : "%",
            at == null ? "" : " " + at.text());
  }

  @Override
  public Result judge(Pair pair) {
    List<LevelComparison> known =
        pair.levels().stream()
            .filter(level -> at == null || isAt(pair, level))
            .filter(level -> level.of(metric).amount() != null)
            .toList();
    if (known.isEmpty()) {
      return result(
          Outcome.UNDECIDED,
          pair,
          metric.id() + " unknown of one side " + (at == null ? "at each level" : at.text()));
    }
    Map<Outcome, List<LevelComparison>> levels =
        known.stream().collect(Collectors.groupingBy(this::outcome));
    Outcome outcome =
        levels.containsKey(Outcome.FAILED)
            ? Outcome.FAILED
            : levels.containsKey(Outcome.UNDECIDED) ? Outcome.UNDECIDED : Outcome.HOLDS;
    return result(
        outcome,
        pair,
        outcome == Outcome.HOLDS
            ? worst(pair, known)
            : String.join(
                "; ", levels.get(outcome).stream().map(level -> values(pair, level)).toList()));
  }

  private String worst(Pair pair, List<LevelComparison> known) {
    LevelComparison worst = known.stream().max(Comparator.comparing(this::excess)).orElseThrow();
    return (known.size() == 1 ? "" : "worst of " + known.size() + " levels: ")
        + values(pair, worst);
  }

  private boolean isAt(Pair pair, LevelComparison level) {
    return at.level() == level.level() && at.unit().isOf(pair.workload());
  }

  private Outcome outcome(LevelComparison level) {
    return level
        .interval(metric)
        .map(interval -> rise ? interval : interval.negated())
        .map(excess -> Result.outcome(excess, limit))
        .orElse(Outcome.UNDECIDED);
  }

  /** The deviation in the failing direction. */
  private double excess(LevelComparison level) {
    double amount = level.of(metric).amount();
    return rise ? amount : -amount;
  }

  /** Such as {@code at 24 users 8.10 -> 9.60 ms (+18 %), +14 % at least and +23 % at most}. */
  private String values(Pair pair, LevelComparison level) {
    Deviation deviation = level.of(metric);
    return "at %s %s, %s"
        .formatted(
            FigureText.load(pair.workload(), level.level()),
            deviation.text(),
            level
                .interval(metric)
                .map(interval -> interval.text(Deviation.isInPoints(metric) ? " points" : " %"))
                .orElseGet(() -> "noise unknown: " + deviation.significance().lackOr("no spread")));
  }
}
