package io.poolbench.published;

import io.poolbench.compare.SampleMean;
import io.poolbench.judge.ExpressionLanguage;
import io.poolbench.judge.LevelResult;
import io.poolbench.judge.Parameter;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.spec.Publication;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
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
  private final List<Breakdown> levels = new ArrayList<>();
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
    levels.add(Breakdown.of(curve, level));
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

  /** Forgets what was read, for the next statement. */
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

  List<Breakdown> levels() {
    return List.copyOf(levels);
  }

  /**
   * Values as measured, or drawn from the distributions of their means ({@link SampleMean}). The
   * draws are evenly spaced quantiles of Student's t in random order. A value whose noise is
   * unknown, such as a count of threads, is always as measured. Not thread-safe.
   */
  static final class DrawnValues {
    static final int COUNT = 1_000;

    private static final int AS_MEASURED = -1;

    private final Map<String, Optional<Mean>> means = new HashMap<>();
    private final Map<Double, List<Double>> quantiles = new HashMap<>();
    private int draw = AS_MEASURED;
    private boolean intervals;
    private boolean exact;

    /** A mean with its draws; {@code errors} are standard errors above the mean, by draw. */
    private record Mean(Metric metric, SampleMean of, List<Double> errors) {
      double drawn(int draw) {
        return of.above(metric, errors.get(draw));
      }

      String interval() {
        ValueInterval interval = ValueInterval.of(metric, of);
        return " [%s, %s]".formatted(metric.text(interval.low()), metric.text(interval.high()));
      }
    }

    /** Makes the following values those measured. */
    void asMeasured(boolean withIntervals) {
      draw = AS_MEASURED;
      intervals = withIntervals;
      exact = true;
    }

    boolean areKnownExactly() {
      return exact;
    }

    /** Makes the following values those of one draw, in which each value is drawn once. */
    void draw(int number) {
      draw = number;
    }

    double value(Metric metric, Curve curve, LevelResult level, double measured) {
      return draw == AS_MEASURED
          ? measured
          : mean(metric, curve, level).map(mean -> mean.drawn(draw)).orElse(measured);
    }

    /**
     * The interval as text, such as {@code [1.2, 3.4]}, or that there is none; empty if not
     * requested.
     */
    String interval(Metric metric, Curve curve, LevelResult level) {
      if (!intervals || draw != AS_MEASURED) {
        return "";
      }
      Optional<Mean> mean = mean(metric, curve, level);
      exact = exact && mean.isEmpty();
      return mean.map(Mean::interval).orElse(level.count() == 1 ? " measured once" : "");
    }

    private Optional<Mean> mean(Metric metric, Curve curve, LevelResult level) {
      String name = metric.id() + " " + curve.name() + " " + level.level();
      return means.computeIfAbsent(
          name,
          unknown ->
              ValueInterval.mean(metric, level)
                  .map(of -> new Mean(metric, of, shuffled(name, of.degrees()))));
    }

    /** Seeded by the name, so that a result is always decided the same way. */
    private List<Double> shuffled(String name, double degrees) {
      TDistribution distribution = TDistribution.of(degrees);
      List<Double> errors =
          new ArrayList<>(
              quantiles.computeIfAbsent(
                  degrees,
                  of ->
                      IntStream.range(0, COUNT)
                          .mapToDouble(i -> (i + 0.5) / COUNT)
                          .map(distribution::inverseCumulativeProbability)
                          .boxed()
                          .toList()));
      Collections.shuffle(errors, new Random(name.hashCode()));
      return errors;
    }
  }
}
