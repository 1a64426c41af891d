package io.poolbench.compare;

import io.poolbench.compare.CellPair.Side;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.Metric;
import io.poolbench.judge.Decision;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.LevelNoise;
import io.poolbench.judge.Statement;
import io.poolbench.stats.Range;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A limit for the rise or fall of a metric relative to the baseline.
 *
 * <p>The criterion fails if the one-sided interval of the true change lies beyond the limit at any
 * level, holds if it lies within the limit at every level, and is undecided otherwise, also if the
 * noise is unknown, or the candidate's value at a level at which the baseline's is known and which
 * the candidate was to measure.
 *
 * @param rise whether a rise fails the criterion; otherwise a fall does
 * @param limit 0 or more, in points for metrics in percent, in percent of the baseline for others
 * @param at the level to compare; null for all levels
 */
public record MetricCriterion(Metric metric, boolean rise, double limit, Load at)
    implements Criterion {
  private static final int MAX_FALL_PCT = 100;

  /** The error probability of the statement that a level is within the limit. */
  private static final double HOLDING = 0.05;

  /** A load level; its unit is {@code users} or {@code requests/s}. */
  public record Load(int level, String unit) {
    public Load {
      Objects.requireNonNull(unit, "unit");
      if (level < 1) {
        throw new IllegalArgumentException("level " + level);
      }
    }

    String text() {
      return "at " + level + " " + unit;
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
            LevelNoise.isInPoints(metric) ? " points" : "%",
            at == null ? "" : " " + at.text());
  }

  @Override
  public boolean concerns(CellPair pair) {
    List<JudgedLevel> levels =
        List.of(pair.baseline(), pair.candidate()).stream()
            .flatMap(side -> side.cell().levels().stream())
            .toList();
    if (pair.baseline().isPart()) {
      return levels.stream()
          .filter(level -> isAt(pair, level.at()))
          .anyMatch(level -> metric.of(level.together()) != null);
    }
    return isUnmeasured(pair.baseline())
        || isUnmeasured(pair.candidate())
        || levels.stream().anyMatch(level -> isAt(pair, level.at()));
  }

  private static boolean isUnmeasured(Side side) {
    return side.cell().levels().isEmpty();
  }

  @Override
  public long tests(CellPair pair) {
    return known(pair).size();
  }

  private List<LevelPair> compared(CellPair pair) {
    return pair.levels().stream().filter(level -> isAt(pair, level.load())).toList();
  }

  private List<LevelPair> known(CellPair pair) {
    return compared(pair).stream().filter(level -> level.hasReference(metric)).toList();
  }

  @Override
  public Statement judge(CellPair pair, double tail) {
    List<LevelPair> known = known(pair);
    if (known.isEmpty()) {
      return result(Decision.NOT_SHOWN, pair, nothingKnown(pair));
    }
    Map<Decision, List<LevelPair>> levels =
        known.stream().collect(Collectors.groupingBy(level -> decided(level, tail)));
    Decision decision = Decision.all(levels.keySet());
    Optional<String> lack = pair.lackOfCandidate(level -> isAt(pair, level));
    if (decision == Decision.SHOWN && lack.isPresent()) {
      return result(Decision.NOT_SHOWN, pair, lack.get());
    }
    return result(
        decision,
        pair,
        decision == Decision.SHOWN
            ? worst(pair, known)
            : levels.get(decision).stream()
                .map(level -> values(pair, level, tail))
                .collect(Collectors.joining("; ")));
  }

  private String nothingKnown(CellPair pair) {
    String lack =
        compared(pair).isEmpty()
            ? "no valid level on both sides "
            : metric.id() + " unknown of one side, or 0 on both, ";
    return lack + (at == null ? "at each level" : at.text());
  }

  private String worst(CellPair pair, List<LevelPair> known) {
    LevelPair worst = known.stream().max(Comparator.comparing(this::excess)).orElseThrow();
    return (known.size() == 1 ? "" : "worst of " + known.size() + " levels: ")
        + values(pair, worst, HOLDING);
  }

  private double excess(LevelPair level) {
    double change = level.change(metric).orElse(0.0);
    return rise ? change : -change;
  }

  private boolean isAt(CellPair pair, int level) {
    return at == null || (at.level() == level && at.unit().equals(pair.baseline().unit()));
  }

  /** Only a failure is one of several tests: to hold, each level has to be within the limit. */
  private Decision decided(LevelPair level, double tail) {
    Optional<Range> failing = excess(level.interval(metric, tail));
    Optional<Range> holding = excess(level.interval(metric, HOLDING));
    if (failing.filter(range -> range.lower() > limit).isPresent()) {
      return Decision.REFUTED;
    }
    return holding.filter(range -> range.upper() <= limit).isPresent()
            && !level.isLackingInSome(metric)
        ? Decision.SHOWN
        : Decision.NOT_SHOWN;
  }

  private Optional<Range> excess(Optional<Range> change) {
    return change.map(range -> rise ? range : range.negated());
  }

  /** Such as {@code at 24 users 8.10 -> 9.60 ms (+18 %), +14 to +23 %}. */
  private String values(CellPair pair, LevelPair level, double tail) {
    return "at %s %s, %s%s"
        .formatted(
            pair.load(level.load()),
            level.text(metric),
            level
                .interval(metric, tail)
                .map(range -> LevelPair.text(range, LevelPair.unit(metric)))
                .orElseGet(() -> level.lack(metric)),
            level.isLackingInSome(metric) ? ", not in every repetition of the candidate" : "");
  }
}
