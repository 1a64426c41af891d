package io.poolbench.limits;

import java.util.function.DoubleSupplier;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;

/** The shape of a distribution of times, independent of its mean. */
@FunctionalInterface
interface TimeShape {
  /** The exponential distribution, with a squared coefficient of variation of 1. */
  TimeShape EXPONENTIAL =
      (mean, random) -> mean == 0 ? () -> 0 : sampler(ExponentialDistribution.of(mean), random);

  /** The 99th percentile of the standard normal distribution. */
  double Z99 = 2.3263478740408408;

  /** A source of times with a mean, which is 0 or more. */
  DoubleSupplier sampler(double mean, UniformRandomProvider random);

  /**
   * The lognormal distribution with a ratio of its 99th percentile to its mean: it has the long
   * tail of systems that wait for others. Where no lognormal distribution has so large a ratio, it
   * is the one with the largest; a ratio of at most 1 gives equal times.
   */
  static TimeShape ofTp99(double perMean) {
    // ln(TP99 / mean) = z sigma - sigma^2 / 2; the smaller solution is the narrower distribution.
    double sigma = Z99 - Math.sqrt(Math.max(0, Z99 * Z99 - 2 * Math.max(0, Math.log(perMean))));
    return (mean, random) ->
        mean == 0 || sigma == 0
            ? () -> mean
            : sampler(LogNormalDistribution.of(Math.log(mean) - sigma * sigma / 2, sigma), random);
  }

  private static DoubleSupplier sampler(
      ContinuousDistribution distribution, UniformRandomProvider random) {
    ContinuousDistribution.Sampler sampler = distribution.createSampler(random);
    return sampler::sample;
  }
}
