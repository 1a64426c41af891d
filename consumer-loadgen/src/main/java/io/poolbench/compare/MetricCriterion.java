package io.poolbench.compare;

import io.poolbench.compare.Criterion.CapacityCriterion;
import io.poolbench.compare.Deviation.DeviationInterval;
import io.poolbench.compare.MetricCriterion.Load;
import io.poolbench.compare.Pair.LevelComparison;
import io.poolbench.compare.Pair.Side;
import io.poolbench.config.ConfigException;
import io.poolbench.judge.Decision;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.Metric.Better;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A limit for the rise or fall of a metric relative to the baseline.
 *
 * <p>The criterion fails if the one-sided interval of the true deviation ({@link
 * DeviationInterval}) lies beyond the limit at any level, holds if it lies within the limit at
 * every level, and is undecided otherwise, also if the noise is unknown, or the candidate's value
 * at a level at which the baseline's is known and which the candidate was to measure.
 *
 * @param rise whether a rise fails the criterion; otherwise a fall does
 * @param limit 0 or more, in points for metrics in percent, in percent of the baseline for others
 * @param at the level to compare; null for all levels
 */
public record MetricCriterion(Metric metric, boolean rise, double limit, Load at)
    implements Criterion {
  private static final int MAX_FALL_PCT = 100;

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
            Deviation.isInPoints(metric) ? " points" : "%",
            at == null ? "" : " " + at.text());
  }

  @Override
  public boolean concerns(Pair pair) {
    List<Side> sides = List.of(pair.baseline(), pair.candidate());
    if (pair.baseline().isPart()) {
      return sides.stream()
          .flatMap(side -> side.cell().levelResults().stream())
          .filter(level -> isAt(pair, level.level()))
          .flatMap(level -> level.steps().stream())
          .anyMatch(step -> metric.of(step) != null);
    }
    return sides.stream()
        .map(side -> side.cell().levels())
        .anyMatch(levels -> levels.isEmpty() || levels.stream().anyMatch(of -> isAt(pair, of)));
  }

  @Override
  public Result judge(Pair pair) {
    List<LevelComparison> compared =
        pair.levels().stream().filter(level -> isAt(pair, level.level())).toList();
    List<LevelComparison> known =
        compared.stream().filter(level -> level.of(metric).hasReference()).toList();
    if (known.isEmpty()) {
      boolean zeros = compared.stream().anyMatch(level -> level.of(metric).isZeroOnBothSides());
      String lack =
          compared.isEmpty()
              ? "no valid step on both sides "
              : metric.id() + (zeros ? " is 0 on both sides " : " unknown of one side ");
      return result(Decision.NOT_SHOWN, pair, lack + (at == null ? "at each level" : at.text()));
    }
    Map<Decision, List<LevelComparison>> levels =
        known.stream().collect(Collectors.groupingBy(this::outcome));
    Decision outcome = Decision.all(levels.keySet());
    Optional<Integer> lacking =
        pair.lackingInCandidate().stream().filter(level -> isAt(pair, level)).findFirst();
    if (outcome == Decision.SHOWN && lacking.isPresent()) {
      int level = lacking.get();
      boolean measured = pair.candidate().cell().levels().contains(level);
      String lack =
          pair.candidate().hasFailedBefore(level)
              ? "a repetition failed before any call"
              : measured ? "INVALID" : "not measured";
      return result(
          Decision.NOT_SHOWN,
          pair,
          "%s at %s, where A is valid".formatted(lack, FigureText.load(pair.workload(), level)));
    }
    return result(
        outcome,
        pair,
        outcome == Decision.SHOWN
            ? worst(pair, known)
            : String.join(
                "; ", levels.get(outcome).stream().map(level -> values(pair, level)).toList()));
  }

  private String worst(Pair pair, List<LevelComparison> known) {
    LevelComparison worst = known.stream().max(Comparator.comparing(this::excess)).orElseThrow();
    return (known.size() == 1 ? "" : "worst of " + known.size() + " levels: ")
        + values(pair, worst);
  }

  private boolean isAt(Pair pair, int level) {
    return at == null || (at.level() == level && at.unit().equals(pair.baseline().unit()));
  }

  private Decision outcome(LevelComparison level) {
    return level
        .interval(metric)
        .map(interval -> rise ? interval : interval.negated())
        .map(excess -> Result.outcome(excess, limit))
        .filter(decided -> decided == Decision.REFUTED || !level.isLackingInSome(metric))
        .orElse(Decision.NOT_SHOWN);
  }

  private double excess(LevelComparison level) {
    double amount = level.of(metric).amount();
    return rise ? amount : -amount;
  }

  /** Such as {@code at 24 users 8.10 -> 9.60 ms (+18 %), +14 % at least and +23 % at most}. */
  private String values(Pair pair, LevelComparison level) {
    Deviation deviation = level.of(metric);
    return "at %s %s, %s%s"
        .formatted(
            FigureText.load(pair.workload(), level.level()),
            deviation.text(),
            level
                .interval(metric)
                .map(interval -> interval.text(Deviation.isInPoints(metric) ? " points" : " %"))
                .orElseGet(() -> "noise unknown: " + deviation.significance().lackOr("no spread")),
            level.isLackingInSome(metric) ? ", not in every step of the candidate" : "");
  }

  /**
   * Parses criteria: {@code METRIC SIGNED-LIMIT [at LEVEL users]} or {@code max users -LIMIT}, with
   * any letter case and any number of spaces. A metric is named by its id, or as in an SLA, such as
   * {@code cpu}.
   */
  static final class CriterionReader {
    private static final Pattern CAPACITY = Pattern.compile("max (?<unit>users?|requests/s)");
    private static final Pattern FORM =
        Pattern.compile(
            "(?<metric>[a-z][a-z0-9 /_]*?) *(?<sign>[+-]) *(?<limit>[0-9]{1,9}(?:\\.[0-9]{1,6})?)"
                + " *(?<unit>%|points?)?"
                + "(?: at (?<level>[0-9]{1,9}) *(?<counted>users?|requests/s))?");
    private static final String VALID =
        " (valid: a metric's id (docs/reference/metrics.md), max users or max requests/s, and by"
            + " how much it may be worse, such as 'tp99 +10%', 'tps -5% at 24 users' or 'max users"
            + " -2')";

    private final String typed;
    private final Matcher parts;
    private final String name;
    private final boolean rise;
    private final BigDecimal limit;

    private CriterionReader(String typed, Matcher parts) {
      this.typed = typed;
      this.parts = parts;
      this.name = parts.group("metric");
      this.rise = parts.group("sign").equals("+");
      this.limit = new BigDecimal(parts.group("limit"));
    }

    static Criterion read(String typed) {
      String plain = typed.strip().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
      Matcher parts = FORM.matcher(plain);
      if (!parts.matches()) {
        throw ConfigException.of("--fail-on " + typed, "not a criterion" + VALID);
      }
      CriterionReader reader = new CriterionReader(typed, parts);
      Matcher capacity = CAPACITY.matcher(reader.name);
      return capacity.matches() ? reader.capacity(plural(capacity.group("unit"))) : reader.metric();
    }

    private Criterion metric() {
      Metric metric =
          Metric.of(name).orElseThrow(() -> invalid("unknown metric '" + name + "'" + VALID));
      requireSign(metric.better(), metric.id());
      boolean percent = "%".equals(parts.group("unit"));
      boolean points = parts.group("unit") == null || parts.group("unit").startsWith("point");
      if (Deviation.isInPoints(metric) ? !points : !percent) {
        throw invalid(
            "the limit of %s is in %s (example: %s)"
                .formatted(
                    metric.id(),
                    Deviation.isInPoints(metric) ? "points" : "%",
                    new MetricCriterion(metric, rise, 5, null).text()));
      }
      if (!rise && limit.doubleValue() >= 100) {
        throw invalid("can never fail (valid: a limit below 100)");
      }
      return new MetricCriterion(metric, rise, limit.doubleValue(), load());
    }

    private static String plural(String unit) {
      return unit.equals("user") ? "users" : unit;
    }

    private Criterion capacity(String unit) {
      requireSign(Better.MORE, name);
      if (parts.group("level") != null || parts.group("unit") != null) {
        throw invalid("the limit is in " + unit + ", without a level (example: max users -2)");
      }
      if (limit.stripTrailingZeros().scale() > 0) {
        throw invalid("the limit is not a number of " + unit + " (example: max users -2)");
      }
      return new CapacityCriterion(unit, limit.intValueExact());
    }

    private void requireSign(Better better, String metric) {
      if (better == (rise ? Better.MORE : Better.LESS)) {
        throw invalid(
            "%s %s is better and never a failure (valid: %s%s%s)"
                .formatted(
                    rise ? "more" : "less",
                    metric,
                    rise ? "-" : "+",
                    parts.group("limit"),
                    "%".equals(parts.group("unit")) ? "%" : ""));
      }
    }

    /** The level that the criterion names; null if it names none. */
    private Load load() {
      if (parts.group("level") == null) {
        return null;
      }
      String unit = plural(parts.group("counted"));
      int level = Integer.parseInt(parts.group("level"));
      if (level < 1) {
        throw invalid(level + " " + unit + " out of range (valid: 1 or more)");
      }
      return new Load(level, unit);
    }

    private ConfigException invalid(String problem) {
      return ConfigException.of("--fail-on " + typed, problem);
    }
  }
}
