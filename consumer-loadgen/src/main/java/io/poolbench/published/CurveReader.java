package io.poolbench.published;

import io.poolbench.journal.Calibrated;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.Metric;
import io.poolbench.judge.ExpressionLanguage;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.JudgedStudy;
import io.poolbench.judge.Parameter;
import io.poolbench.study.Publication;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads values of a result for expression functions and records what was read, each value once.
 *
 * <p>A missing value is recorded as missing and replaced by {@value #STAND_IN}; the value of such
 * an expression is meaningless.
 */
final class CurveReader {
  static final double STAND_IN = 1;

  /** Null in checks of expressions, which read nothing. */
  private final JudgedStudy judged;

  private final Map<String, Curve> curves = new HashMap<>();
  private final DrawnValues values = new DrawnValues();
  private final Set<String> known = new LinkedHashSet<>();
  private final Set<String> missing = new LinkedHashSet<>();
  private final NavigableMap<Integer, Curve> levels = new TreeMap<>();
  private final Map<Double, Metric> metrics = new HashMap<>();

  CurveReader(JudgedStudy judged) {
    this.judged = judged;
  }

  ExpressionLanguage language(
      Optional<Calibrated> calibration, List<Publication> publications, Parameter pool) {
    return new ExpressionLanguage(
        Stream.of(
                new CurveFunctions(this).all(pool),
                new PublishedFunctions(this, calibration, publications).all(pool))
            .flatMap(List::stream)
            .toList());
  }

  DrawnValues values() {
    return values;
  }

  JudgedStudy judged() {
    return judged;
  }

  Curve curve(String pool) {
    return curves.computeIfAbsent(pool, new Curves(judged)::of);
  }

  /** A metric at a level; null stands for the only level. */
  double at(Metric metric, String pool, Double load) {
    Curve curve = curve(pool);
    if (load == null) {
      return curve
          .onlyLevel()
          .map(level -> read(metric, curve, level))
          .orElseGet(() -> missing(curve.withoutOnlyLevel()));
    }
    if (load != Math.rint(load)) {
      return missing(
          "%s at %s: not measured (valid: %s)"
              .formatted(pool, FigureText.exact(load), curve.measuredLevels()));
    }
    return curve
        .at(load.intValue())
        .filter(JudgedLevel::counts)
        .map(level -> read(metric, curve, level))
        .orElseGet(() -> missing(pool + " at " + curve.missing(load.intValue())));
  }

  double read(Metric metric, Curve curve, JudgedLevel level) {
    explainBy(curve, level);
    String name = title(metric, curve) + " at " + curve.load(level.at());
    Double value = Curve.value(metric, level);
    if (value == null) {
      return missing(name + ": unknown");
    }
    metrics.put(value, metric);
    return known(
        name + " " + metric.textWithUnit(value) + values.interval(metric, curve, level),
        values.value(metric, curve, level));
  }

  void explainBy(Curve curve, JudgedLevel level) {
    levels.put(level.at(), curve);
  }

  /**
   * The part of the response time that grew most from the lowest level that was read of a pool to
   * the highest of all, if that is of the same pool, and the counters at the latter; empty if no
   * level was read, or nothing is known.
   */
  String cause() {
    if (levels.isEmpty()) {
      return "";
    }
    int highest = levels.lastKey();
    Curve curve = levels.lastEntry().getValue();
    int lowest =
        levels.entrySet().stream()
            .filter(read -> read.getValue().name().equals(curve.name()))
            .findFirst()
            .orElseThrow()
            .getKey();
    JudgedLevel low = curve.at(lowest).orElseThrow();
    JudgedLevel high = curve.at(highest).orElseThrow();
    return Stream.of(
            Breakdown.grewMost(low, high)
                .map(part -> "from %s on %s grew most".formatted(curve.load(lowest), part)),
            Breakdown.line(high)
                .map(counters -> "counters at %s: %s".formatted(curve.load(highest), counters)))
        .flatMap(Optional::stream)
        .collect(Collectors.joining("; "));
  }

  static String title(Metric metric, Curve curve) {
    return metric.title() + " of " + curve.name();
  }

  void known(String text) {
    known.add(text);
  }

  double known(String text, double value) {
    known.add(text);
    return value;
  }

  double missing(String text) {
    missing.add(text);
    return STAND_IN;
  }

  void clear() {
    known.clear();
    missing.clear();
    levels.clear();
    metrics.clear();
  }

  boolean isComplete() {
    return missing.isEmpty();
  }

  /** A value as its metric is written if it is one that was read, for the same text as there. */
  String text(Double value) {
    Metric metric = metrics.get(value);
    return metric == null ? FigureText.measure(value) : metric.text(value);
  }

  /** The values in the order they were read, or the missing ones if any are missing. */
  String text() {
    return String.join(", ", missing.isEmpty() ? known : missing);
  }
}
