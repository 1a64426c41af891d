package io.poolbench.compare;

import io.poolbench.compare.FigureCriterion.Load;
import io.poolbench.config.ConfigException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The grammar of criteria: {@code FIGURE SIGNED-LIMIT [at LEVEL users]}, letter case and the number
 * of spaces aside.
 */
final class CriterionReader {
  private static final String MOST = "most ";
  private static final Pattern FORM =
      Pattern.compile(
          "(?<figure>[a-z][a-z0-9 /]*?) *(?<sign>[+-]) *(?<limit>[0-9]{1,9}(?:\\.[0-9]{1,6})?)"
              + " *(?<unit>%|points?|users?|requests/s)?"
              + "(?: at (?<level>[0-9]{1,9}) *(?<counted>users?|requests/s))?");

  private final String typed;
  private final Matcher parts;

  private CriterionReader(String typed, Matcher parts) {
    this.typed = typed;
    this.parts = parts;
  }

  static Criterion read(String typed) {
    String plain = typed.strip().toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
    Matcher parts = FORM.matcher(plain);
    if (!parts.matches()) {
      throw mistake(
          typed,
          "is no criterion; valid: "
              + figures()
              + " and by how much it may be"
              + " worse, such as 'tp99 +10%', 'tps -5% at 24 users' or 'most users -2'");
    }
    CriterionReader reader = new CriterionReader(typed, parts);
    return reader.figureName().startsWith(MOST) ? reader.capacity() : reader.figure();
  }

  private Criterion figure() {
    ComparedFigure figure =
        Arrays.stream(ComparedFigure.values())
            .filter(of -> of.id().equals(figureName()))
            .findFirst()
            .orElseThrow(() -> mistake("'" + figureName() + "' is no figure; valid: " + figures()));
    requireSign(figure.moreIsBetter(), figure.id());
    requireUnit(figure);
    double limit = limit().doubleValue();
    if (figure.moreIsBetter() && limit >= 100) {
      throw mistake("can never fail; valid: a limit below 100");
    }
    return new FigureCriterion(figure, limit, load().orElse(null));
  }

  private Criterion capacity() {
    String unit = figureName().substring(MOST.length());
    Counted counted =
        Counted.of(unit)
            .orElseThrow(() -> mistake("'" + figureName() + "' is no figure; valid: " + figures()));
    requireSign(true, figureName());
    if (parts.group("level") != null) {
      throw mistake("the most load has no load to be at; valid: such as 'most users -2'");
    }
    String limitUnit = parts.group("unit");
    if (limitUnit != null && Counted.of(limitUnit).filter(counted::equals).isEmpty()) {
      throw mistake("its limit is in " + counted.unit() + "; valid: such as 'most users -2'");
    }
    BigDecimal limit = limit().stripTrailingZeros();
    if (limit.scale() > 0 || limit.compareTo(BigDecimal.valueOf(counted.most())) > 0) {
      throw mistake(
          "its limit is no number of " + counted.unit() + "; valid: 0.." + counted.most());
    }
    return new CapacityCriterion(counted, limit.intValueExact());
  }

  private String figureName() {
    return parts.group("figure");
  }

  private BigDecimal limit() {
    return new BigDecimal(parts.group("limit"));
  }

  private void requireSign(boolean moreIsBetter, String figure) {
    if (parts.group("sign").equals(moreIsBetter ? "+" : "-")) {
      throw mistake(
          (moreIsBetter ? "more " : "less ")
              + figure
              + " is better and never a failure; valid: "
              + (moreIsBetter ? "-" : "+")
              + parts.group("limit")
              + ("%".equals(parts.group("unit")) ? "%" : ""));
    }
  }

  private void requireUnit(ComparedFigure figure) {
    String unit = parts.group("unit");
    boolean percent = "%".equals(unit);
    switch (figure.scale()) {
      case PERCENT -> {
        if (!percent) {
          throw mistake(
              "its limit is in % of the baseline; valid: such as '" + example(figure) + "'");
        }
      }
      case POINTS -> {
        if (unit != null && !unit.startsWith("point")) {
          throw mistake(
              figure.id()
                  + " is itself in %, its limit in points; valid: such as '"
                  + example(figure)
                  + "'");
        }
      }
    }
  }

  private static String example(ComparedFigure figure) {
    return new FigureCriterion(figure, 5, null).text();
  }

  private Optional<Load> load() {
    if (parts.group("level") == null) {
      return Optional.empty();
    }
    Counted counted = Counted.of(parts.group("counted")).orElseThrow();
    int level = Integer.parseInt(parts.group("level"));
    if (level < 1 || level > counted.most()) {
      throw mistake(level + " " + counted.unit() + " is out of range; valid: 1.." + counted.most());
    }
    return Optional.of(new Load(level, counted));
  }

  private static String figures() {
    return Arrays.stream(ComparedFigure.values())
            .map(ComparedFigure::id)
            .collect(Collectors.joining(", "))
        + ", most users, most requests/s";
  }

  private ConfigException mistake(String problem) {
    return mistake(typed, problem);
  }

  private static ConfigException mistake(String typed, String problem) {
    return ConfigException.of("--fail-on " + typed, problem);
  }
}
