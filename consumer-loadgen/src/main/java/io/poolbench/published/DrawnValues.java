package io.poolbench.published;

import io.poolbench.compare.SampleMean;
import io.poolbench.judge.LevelResult;
import io.poolbench.result.Metric;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Values as measured, or drawn from the distributions of their means ({@link SampleMean}). The
 * draws are evenly spaced quantiles of Student's t in random order. A value whose noise is unknown
 * is always as measured. Not thread-safe.
 */
final class DrawnValues {
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

  /** The interval as text, such as {@code [1.2, 3.4]}; empty if unknown or not requested. */
  String interval(Metric metric, Curve curve, LevelResult level) {
    if (!intervals || draw != AS_MEASURED) {
      return "";
    }
    Optional<Mean> mean = mean(metric, curve, level);
    exact = exact && mean.isEmpty();
    return mean.map(Mean::interval).orElse("");
  }

  private Optional<Mean> mean(Metric metric, Curve curve, LevelResult level) {
    String name = metric.id() + " " + curve.name() + " " + level.level();
    return means.computeIfAbsent(
        name,
        unknown ->
            SampleMean.of(metric, level)
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
