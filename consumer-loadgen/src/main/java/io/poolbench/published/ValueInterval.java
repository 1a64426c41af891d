package io.poolbench.published;

import io.poolbench.compare.SampleMean;
import io.poolbench.judge.LevelResult;
import io.poolbench.result.Metric;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.statistics.distribution.TDistribution;

/** The 95 % interval of a measured value, in its unit. */
public record ValueInterval(double low, double high) {
  /** The probability beyond each end of an interval. */
  static final double TAIL = 0.025;

  /** By Little's law a closed loop's mean times vary as its TPS; CPU varies at most as much. */
  private static final Set<Metric> AS_TPS = EnumSet.of(Metric.MEAN, Metric.PROVIDER_CPU);

  /** Lower percentiles vary at most as much as TP99. */
  private static final Set<Metric> AS_TP99 =
      EnumSet.of(Metric.TP50, Metric.TP90, Metric.TP95, Metric.TP99);

  /** Empty if the noise of the metric is unknown. */
  static Optional<ValueInterval> of(Metric metric, LevelResult level) {
    return mean(metric, level).map(mean -> of(metric, mean));
  }

  static ValueInterval of(Metric metric, SampleMean mean) {
    double errors = TDistribution.of(mean.degrees()).inverseCumulativeProbability(1 - TAIL);
    return new ValueInterval(mean.above(metric, -errors), mean.above(metric, errors));
  }

  /**
   * The metric's mean, with its own noise or the noise of a metric that varies at least as much.
   */
  static Optional<SampleMean> mean(Metric metric, LevelResult level) {
    return SampleMean.of(metric, level)
        .or(
            () ->
                AS_TPS.contains(metric)
                    ? as(Metric.TPS, metric, level)
                    : AS_TP99.contains(metric)
                        ? as(Metric.TP99, metric, level).or(() -> as(Metric.TPS, metric, level))
                        : Optional.empty());
  }

  private static Optional<SampleMean> as(Metric other, Metric metric, LevelResult level) {
    Double value = level.median(metric);
    if (value == null || value <= 0) {
      return Optional.empty();
    }
    return SampleMean.of(other, level).map(of -> of.withSameNoise(metric, value));
  }
}
