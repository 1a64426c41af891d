package io.poolbench.published;

import io.poolbench.journal.Metric;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.LevelNoise;
import io.poolbench.stats.Range;
import io.poolbench.stats.SampleMean;
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
 * Values as measured, or drawn from the distributions of their means ({@link LevelNoise}). The
 * draws are evenly spaced quantiles of Student's t in random order; if repetitions have no
 * logarithm, such as counts of 0, they are the values of the repetitions. A value whose noise is
 * unknown, such as a count of threads in one repetition, is always as measured. Not thread-safe.
 */
final class DrawnValues {
  static final int COUNT = 1_000;

  private static final int AS_MEASURED = -1;

  private final Map<String, LevelNoise> noise = new HashMap<>();
  private final Map<String, Optional<Draws>> draws = new HashMap<>();
  private final Map<Double, List<Double>> quantiles = new HashMap<>();
  private int draw = AS_MEASURED;
  private boolean intervals;
  private boolean exact;
  private boolean noiseUnknown;

  /** The draws of a value, and its interval as text, such as {@code [1.2, 3.4]}. */
  private record Draws(List<Double> values, String interval) {}

  /** Makes the following values those measured, whose intervals are written beside them. */
  void startMeasured() {
    draw = AS_MEASURED;
    intervals = true;
    exact = true;
    noiseUnknown = false;
  }

  /** Makes the following values those of one draw, in which each value is drawn once. */
  void startDraw(int number) {
    draw = number;
  }

  /** Makes the following values those measured, without intervals. */
  void stop() {
    draw = AS_MEASURED;
    intervals = false;
  }

  boolean areKnownExactly() {
    return exact;
  }

  boolean isNoiseUnknown() {
    return noiseUnknown;
  }

  double value(Metric metric, Curve curve, JudgedLevel level) {
    double measured = Curve.value(metric, level);
    if (!intervals) {
      return measured;
    }
    Optional<Draws> known = draws(metric, curve, level);
    exact = exact && known.isEmpty();
    noiseUnknown = noiseUnknown || known.isEmpty();
    return draw == AS_MEASURED
        ? measured
        : known.map(each -> each.values.get(draw)).orElse(measured);
  }

  /** The interval as text, or that there is none; empty if not requested. */
  String interval(Metric metric, Curve curve, JudgedLevel level) {
    return !intervals || draw != AS_MEASURED
        ? ""
        : draws(metric, curve, level)
            .map(known -> " " + known.interval)
            .orElse(
                isLacking(metric, level)
                    ? " not in every repetition"
                    : level.together().slices().size() == 1
                        ? " measured once"
                        : " in one repetition");
  }

  private Optional<Draws> draws(Metric metric, Curve curve, JudgedLevel level) {
    String of = curve.name() + " " + level.at();
    String name = metric.id() + " " + of;
    LevelNoise own = noise.computeIfAbsent(of, unknown -> new LevelNoise(level));
    return draws.computeIfAbsent(
        name,
        unknown ->
            isLacking(metric, level)
                ? Optional.empty()
                : own.mean(metric)
                    .map(mean -> ofMean(metric, mean, Curve.value(metric, level), name))
                    .or(() -> ofRepetitions(metric, level.byRepetition(metric), name)));
  }

  /** Whether a repetition has no value, such as of a recovery that did not come. */
  private static boolean isLacking(Metric metric, JudgedLevel level) {
    return level.byRepetition(metric).size() < level.repetitions().size();
  }

  private Draws ofMean(Metric metric, SampleMean mean, double measured, String name) {
    TDistribution distribution = TDistribution.of(mean.degrees());
    List<Double> errors =
        quantiles.computeIfAbsent(
            mean.degrees(),
            degrees ->
                IntStream.range(0, COUNT)
                    .mapToDouble(i -> (i + 0.5) / COUNT)
                    .map(distribution::inverseCumulativeProbability)
                    .boxed()
                    .toList());
    Range interval = AgreementValue.interval(metric, mean, measured);
    return new Draws(
        shuffled(errors, name).stream()
            .map(error -> LevelNoise.unscaled(metric, mean.plus(error)))
            .toList(),
        "[%s, %s]".formatted(metric.text(interval.lower()), metric.text(interval.upper())));
  }

  /** Empty for fewer than two repetitions. */
  private static Optional<Draws> ofRepetitions(Metric metric, List<Double> each, String name) {
    return each.size() < 2
        ? Optional.empty()
        : Optional.of(
            new Draws(
                shuffled(
                    IntStream.range(0, COUNT).mapToObj(i -> each.get(i % each.size())).toList(),
                    name),
                "(%s..%s)"
                    .formatted(
                        metric.text(Collections.min(each)), metric.text(Collections.max(each)))));
  }

  /** Seeded by the name, so that a result is always decided the same way. */
  private static List<Double> shuffled(List<Double> values, String name) {
    List<Double> shuffled = new ArrayList<>(values);
    Collections.shuffle(shuffled, new Random(name.hashCode()));
    return shuffled;
  }
}
