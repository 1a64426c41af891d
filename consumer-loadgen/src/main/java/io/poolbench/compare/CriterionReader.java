package io.poolbench.compare;

import io.poolbench.compare.Criterion.CapacityCriterion;
import io.poolbench.compare.MetricCriterion.Load;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Metric.Better;
import io.poolbench.judge.LevelNoise;
import io.poolbench.study.ConfigException;
import io.poolbench.study.NearestNames;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses criteria: {@code METRIC SIGNED-LIMIT [at LEVEL users]} or {@code max users -LIMIT}, with
 * any letter case and any number of spaces. A metric is named by its id, or as in an SLA, such as
 * {@code cpu}.
 */
final class CriterionReader {
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

  private static final List<String> IDS = Arrays.stream(Metric.values()).map(Metric::id).toList();

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
        Metric.of(name)
            .orElseThrow(
                () ->
                    invalid(
                        "unknown metric '" + name + "'" + NearestNames.hint(name, IDS) + VALID));
    requireSign(metric.better(), metric.id());
    boolean percent = "%".equals(parts.group("unit"));
    boolean points = parts.group("unit") == null || parts.group("unit").startsWith("point");
    if (LevelNoise.isInPoints(metric) ? !points : !percent) {
      throw invalid(
          "the limit of %s is in %s (example: %s)"
              .formatted(
                  metric.id(),
                  LevelNoise.isInPoints(metric) ? "points" : "%",
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
