package io.poolbench.published;

import io.poolbench.compare.SampleMean;
import io.poolbench.judge.ExpressionLanguage;
import io.poolbench.judge.LevelResult;
import io.poolbench.judge.Parameter;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.Spread;
import io.poolbench.spec.Publication;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Reads values of a result for expression functions and records what was read, each value once.
 *
 * <p>A missing value is recorded as missing and replaced by {@value #STAND_IN}; the value of such
 * an expression is meaningless.
 */
final class CurveReader {
  static final double STAND_IN = 1;

  private final Curves selected;
  private final Map<String, Curve> curves = new HashMap<>();
  private final DrawnValues values = new DrawnValues();
  private final Set<String> known = new LinkedHashSet<>();
  private final Set<String> missing = new LinkedHashSet<>();
  private final NavigableMap<Integer, Curve> levels = new TreeMap<>();
  private final Map<Double, Metric> metrics = new HashMap<>();

  CurveReader(Curves curves) {
    this.selected = curves;
  }

  ExpressionLanguage language(List<Publication> publications, Parameter pool) {
    return new ExpressionLanguage(
        Stream.of(
                new CurveFunctions(this).all(pool),
                new PublishedFunctions(this, publications).all(pool))
            .flatMap(List::stream)
            .toList());
  }

  DrawnValues values() {
    return values;
  }

  Curves curves() {
    return selected;
  }

  Curve curve(String pool) {
    return curves.computeIfAbsent(pool, selected::of);
  }

  /** A metric at a level; null stands for the only level. */
  double at(Metric metric, String pool, Double level) {
    Curve curve = curve(pool);
    if (level == null) {
      return curve
          .onlyLevel()
          .map(of -> read(metric, curve, of))
          .orElseGet(() -> missing(curve.withoutOnlyLevel()));
    }
    if (level != Math.rint(level)) {
      return missing(
          "%s at %s: not measured (valid: %s)"
              .formatted(pool, FigureText.exact(level), curve.measuredLevels()));
    }
    return curve
        .at(level.intValue())
        .filter(LevelResult::isValid)
        .map(of -> read(metric, curve, of))
        .orElseGet(() -> missing(pool + " at " + curve.missing(level.intValue())));
  }

  double read(Metric metric, Curve curve, LevelResult level) {
    explainBy(curve, level);
    String name = title(metric, curve) + " at " + curve.load(level.level());
    Double value = level.median(metric);
    if (value == null) {
      return missing(name + ": unknown");
    }
    metrics.put(value, metric);
    return known(
        name + " " + metric.textWithUnit(value) + values.interval(metric, curve, level),
        values.value(metric, curve, level, value));
  }

  void explainBy(Curve curve, LevelResult level) {
    levels.put(level.level(), curve);
  }

  /**
   * The part of the response time that grew most from the lowest to the highest level that was
   * read, and the counters at the latter; empty if no level was read.
   */
  String cause() {
    if (levels.isEmpty()) {
      return "";
    }
    int lowest = levels.firstKey();
    int highest = levels.lastKey();
    LevelResult low = levels.get(lowest).at(lowest).orElseThrow();
    LevelResult high = levels.get(highest).at(highest).orElseThrow();
    return "%scounters at %s: %s"
        .formatted(
            Breakdown.grewMost(low, high)
                .map(part -> part.title() + " grew most")
                .map(grown -> "from " + levels.get(lowest).load(lowest) + " on " + grown + "; ")
                .orElse(""),
            levels.get(highest).load(highest),
            Breakdown.line(high));
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

  /**
   * Values as measured, or drawn from the distributions of their means ({@link SampleMean}). The
   * draws are evenly spaced quantiles of Student's t in random order; if repetitions have no
   * logarithm, such as counts of 0, they are the values of the repetitions. A value whose noise is
   * unknown, such as a count of threads in one repetition, is always as measured. Not thread-safe.
   */
  static final class DrawnValues {
    static final int COUNT = 1_000;

    private static final int AS_MEASURED = -1;

    private final Map<String, Optional<Draws>> draws = new HashMap<>();
    private final Map<Double, List<Double>> quantiles = new HashMap<>();
    private int draw = AS_MEASURED;
    private boolean intervals;
    private boolean exact;
    private boolean noiseUnknown;

    /** The draws of a value, and its interval as text, such as {@code [1.2, 3.4]}. */
    private record Draws(List<Double> values, String interval) {}

    /** Makes the following values those measured. */
    void asMeasured(boolean withIntervals) {
      draw = AS_MEASURED;
      intervals = withIntervals;
      exact = true;
      noiseUnknown = false;
    }

    boolean areKnownExactly() {
      return exact;
    }

    boolean isNoiseUnknown() {
      return noiseUnknown;
    }

    /** Makes the following values those of one draw, in which each value is drawn once. */
    void draw(int number) {
      draw = number;
    }

    double value(Metric metric, Curve curve, LevelResult level, double measured) {
      if (!intervals) {
        return measured;
      }
      Optional<Draws> of = draws(metric, curve, level);
      exact = exact && of.isEmpty();
      noiseUnknown = noiseUnknown || of.isEmpty();
      return draw == AS_MEASURED
          ? measured
          : of.map(each -> each.values.get(draw)).orElse(measured);
    }

    /** The interval as text, or that there is none; empty if not requested. */
    String interval(Metric metric, Curve curve, LevelResult level) {
      return !intervals || draw != AS_MEASURED
          ? ""
          : draws(metric, curve, level)
              .map(of -> " " + of.interval)
              .orElse(
                  isLacking(metric, level)
                      ? " not in every repetition"
                      : level.count() == 1 ? " measured once" : " in one repetition");
    }

    private Optional<Draws> draws(Metric metric, Curve curve, LevelResult level) {
      String name = metric.id() + " " + curve.name() + " " + level.level();
      return draws.computeIfAbsent(
          name,
          unknown ->
              isLacking(metric, level)
                  ? Optional.empty()
                  : ValueInterval.mean(metric, level)
                      .map(of -> ofMean(metric, of, name))
                      .or(() -> ofRepetitions(metric, level.perRepetition(metric), name)));
    }

    /** Whether a step has no value, as where no recovery came: the others' say nothing about it. */
    private static boolean isLacking(Metric metric, LevelResult level) {
      return level.valid().stream().anyMatch(step -> metric.of(step) == null);
    }

    private Draws ofMean(Metric metric, SampleMean mean, String name) {
      TDistribution distribution = TDistribution.of(mean.degrees());
      List<Double> errors =
          quantiles.computeIfAbsent(
              mean.degrees(),
              of ->
                  IntStream.range(0, COUNT)
                      .mapToDouble(i -> (i + 0.5) / COUNT)
                      .map(distribution::inverseCumulativeProbability)
                      .boxed()
                      .toList());
      ValueInterval interval = ValueInterval.of(metric, mean);
      return new Draws(
          shuffled(errors, name).stream().map(of -> mean.above(metric, of)).toList(),
          "[%s, %s]".formatted(metric.text(interval.low()), metric.text(interval.high())));
    }

    /** Empty for fewer than two repetitions. */
    private static Optional<Draws> ofRepetitions(Metric metric, List<Double> each, String name) {
      return Spread.of(each)
          .filter(spread -> spread.count() > 1)
          .map(
              spread ->
                  new Draws(
                      shuffled(
                          IntStream.range(0, COUNT)
                              .mapToObj(i -> each.get(i % each.size()))
                              .toList(),
                          name),
                      "(%s..%s)"
                          .formatted(metric.text(spread.lowest()), metric.text(spread.highest()))));
    }

    /** Seeded by the name, so that a result is always decided the same way. */
    private static List<Double> shuffled(List<Double> values, String name) {
      List<Double> shuffled = new ArrayList<>(values);
      Collections.shuffle(shuffled, new Random(name.hashCode()));
      return shuffled;
    }
  }
}
