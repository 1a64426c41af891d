package io.poolbench.compare;

import io.poolbench.judge.LevelResult;
import io.poolbench.result.Metric;
import io.poolbench.result.Slice;
import io.poolbench.result.Stability;
import io.poolbench.result.StepResult;
import io.poolbench.stats.ShareInterval;
import io.poolbench.stats.ShareInterval.Count;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * The mean of a metric at one load level with its variance, on the scale of deviations: logarithms
 * for ratios, points unchanged.
 *
 * <p>With several repetitions the variance is computed from their values. With one repetition it is
 * the noise within its steps, as far as that is known, and excludes the variation between runs. For
 * TPS and TP99 this noise follows from the range of the five parts of a window (its mean is 2.326
 * standard deviations, with some 4 degrees of freedom: P. B. Patnaik, The use of mean range as an
 * estimator of variance, Biometrika 37, 1950). For shares of calls it follows from their {@link
 * ShareInterval} over batches or slices.
 *
 * @param variance of the mean
 * @param degrees of freedom of the variance
 * @param repeated whether the variance is computed from repetitions
 */
public record SampleMean(double mean, double variance, double degrees, boolean repeated) {
  private static final int PARTS = 5;
  private static final double RANGE_OF_PARTS = 2.326;
  private static final double DEGREES_OF_PARTS = 4;
  private static final double DEGREES_OF_SHARES = 19;
  private static final double INTERVAL_DEVIATIONS = 2 * 1.96;
  private static final double PERCENT = 100;

  /** Shares of calls: 0 to 100 %. */
  private static final Set<Metric> SHARES =
      Set.of(Metric.AVAILABILITY, Metric.NOT_OK, Metric.REFUSED, Metric.TIMED_OUT, Metric.EXPIRED);

  /** The mean of a metric at a level; empty if its noise is unknown. */
  public static Optional<SampleMean> of(Metric metric, LevelResult level) {
    List<Double> values = level.perRepetition(metric);
    return values.size() > 1 ? of(Deviation.scaled(metric, values)) : once(metric, level);
  }

  /** The mean of repetitions; empty for fewer than two, or if a value has no logarithm. */
  static Optional<SampleMean> of(List<Double> values) {
    int count = values.size();
    if (count < 2 || !values.stream().allMatch(Double::isFinite)) {
      return Optional.empty();
    }
    // The mean of equal values, such as 0.1 three times, may have a rounding error.
    double mean =
        values.stream().distinct().count() == 1
            ? values.get(0)
            : values.stream().mapToDouble(value -> value).average().orElseThrow();
    double squares = values.stream().mapToDouble(value -> (value - mean) * (value - mean)).sum();
    return Optional.of(new SampleMean(mean, squares / (count - 1) / count, count - 1, true));
  }

  /** The mean plus a number of standard errors, in the metric's unit. */
  public double above(Metric metric, double errors) {
    double scaled = mean + Math.sqrt(variance) * errors;
    if (!Deviation.isInPoints(metric)) {
      return Math.exp(scaled);
    }
    return SHARES.contains(metric) ? Math.min(PERCENT, Math.max(0, scaled)) : scaled;
  }

  static double scaled(Metric metric, double value) {
    return Deviation.isInPoints(metric) ? value : Math.log(value);
  }

  private static Optional<SampleMean> once(Metric metric, LevelResult level) {
    List<SampleMean> steps =
        level.valid().stream()
            .map(step -> Optional.ofNullable(of(metric, step)))
            .flatMap(Optional::stream)
            .toList();
    if (steps.isEmpty() || steps.size() < level.count()) {
      return Optional.empty();
    }
    int count = steps.size();
    return Optional.of(
        new SampleMean(
            steps.stream().mapToDouble(SampleMean::mean).average().orElseThrow(),
            steps.stream().mapToDouble(SampleMean::variance).sum() / count / count,
            steps.stream().mapToDouble(SampleMean::degrees).sum(),
            false));
  }

  /** The mean of one step; null if the noise within the step is unknown. */
  private static SampleMean of(Metric metric, StepResult step) {
    Double value = metric.of(step);
    if (value == null || !Double.isFinite(scaled(metric, value))) {
      return null;
    }
    return switch (metric) {
      case TPS -> byParts(value, tpsSpreadPct(step));
      case TP99 -> byParts(value, hasParts(step) ? step.stability().tp99SpreadPct() : null);
      case AVAILABILITY, NOT_OK -> byShares(value, step.batches().unanswered());
      case REFUSED -> byShares(value, shares(step, Slice::rejected));
      case TIMED_OUT -> byShares(value, shares(step, Slice::timeout));
      case EXPIRED ->
          byShares(
              value,
              step.slices().stream()
                  .map(slice -> new Count(1, slice.late(), slice.late() + slice.ok()))
                  .toList());
      case GOODPUT -> {
        SampleMean tps = of(Metric.TPS, step);
        yield tps == null ? null : tps.withSameNoise(metric, value);
      }
      default -> null;
    };
  }

  private static boolean hasParts(StepResult step) {
    return step.stability().parts() == PARTS;
  }

  /** The spread of TPS over the window's parts; a phase's slices are grouped into as many parts. */
  private static Double tpsSpreadPct(StepResult step) {
    int slices = step.slices().size();
    if (hasParts(step)) {
      return step.stability().tpsSpreadPct();
    }
    return slices < PARTS
        ? null
        : Stability.spreadPct(
            IntStream.range(0, PARTS)
                .mapToObj(
                    part ->
                        step.slices().subList(part * slices / PARTS, (part + 1) * slices / PARTS))
                .map(SampleMean::tps)
                .toList());
  }

  private static double tps(List<Slice> slices) {
    return slices.stream().mapToLong(Slice::ok).sum()
        / slices.stream().mapToDouble(Slice::seconds).sum();
  }

  private static SampleMean byParts(double value, Double spreadPct) {
    if (spreadPct == null) {
      return null;
    }
    double deviation = Math.log1p(spreadPct / PERCENT) / RANGE_OF_PARTS;
    return new SampleMean(Math.log(value), deviation * deviation / PARTS, DEGREES_OF_PARTS, false);
  }

  /** Returns the mean of another metric with the relative noise of this mean of a ratio. */
  public SampleMean withSameNoise(Metric metric, double value) {
    double scale = Deviation.isInPoints(metric) ? value * value : 1;
    return new SampleMean(scaled(metric, value), scale * variance, degrees, false);
  }

  /** The number of ended calls in each slice, and the number with a given property. */
  private static List<Count> shares(StepResult step, ToLongFunction<Slice> hits) {
    return step.slices().stream()
        .map(slice -> new Count(1, hits.applyAsLong(slice), slice.ended()))
        .toList();
  }

  private static SampleMean byShares(double value, List<Count> unanswered) {
    if (unanswered.stream().noneMatch(count -> count.calls() > 0)) {
      return null;
    }
    ShareInterval share = ShareInterval.of(unanswered);
    double deviation = PERCENT * (share.high() - share.low()) / INTERVAL_DEVIATIONS;
    return new SampleMean(value, deviation * deviation, DEGREES_OF_SHARES, false);
  }

  public SampleMean {
    if (!(variance >= 0) || !(degrees > 0)) {
      throw new IllegalArgumentException("variance " + variance + ", degrees " + degrees);
    }
  }
}
