package io.poolbench.model;

import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;

/** The shape of a distribution of times, independent of its mean. */
@FunctionalInterface
public interface TimeShape {
  /** The exponential distribution, with a squared coefficient of variation of 1. */
  TimeShape EXPONENTIAL =
      (mean, random) -> mean == 0 ? () -> 0 : sampler(ExponentialDistribution.of(mean), random);

  /** The 99th and the 95th percentile of the standard normal distribution. */
  double Z99 = 2.3263478740408408;

  double Z95 = 1.6448536269514722;

  DoubleSupplier sampler(double mean, UniformRandomProvider random);

  /**
   * The lognormal distribution, which has the long tail typical of systems that wait for others.
   *
   * @param scv squared coefficient of variation (variance / mean squared); 0 = equal times
   */
  static TimeShape lognormal(double scv) {
    ClosedNetwork.require("variation", scv >= 0, scv);
    double sigma2 = Math.log1p(scv);
    return (mean, random) ->
        mean == 0 || scv == 0
            ? () -> mean
            : sampler(
                LogNormalDistribution.of(Math.log(mean) - sigma2 / 2, Math.sqrt(sigma2)), random);
  }

  /**
   * The lognormal distribution with a ratio of its 99th percentile to its mean; the widest one if
   * none has so large a ratio.
   */
  static TimeShape ofTp99(double perMean) {
    return lognormal(scvOfTp99(Math.log(perMean)));
  }

  /**
   * The squared coefficient of variation of {@link #ofTp99}.
   *
   * @param logPerMean the logarithm of TP99 / mean
   */
  static double scvOfTp99(double logPerMean) {
    double sigma = sigma(Z99, logPerMean);
    return Math.expm1(sigma * sigma);
  }

  /**
   * The logarithm of TP99 / mean of the lognormal distribution with a TP95.
   *
   * @param logTp95PerMean the logarithm of TP95 / mean
   */
  static double logTp99PerMean(double logTp95PerMean) {
    double sigma = sigma(Z95, logTp95PerMean);
    return Z99 * sigma - sigma * sigma / 2;
  }

  /** The standard deviation of the logarithm of the time, by one of its percentiles. */
  private static double sigma(double z, double logPerMean) {
    // ln(percentile / mean) = z sigma - sigma^2 / 2; the smaller solution is the narrower one.
    return z - Math.sqrt(Math.max(0, z * z - 2 * Math.max(0, logPerMean)));
  }

  /**
   * The same shape from a number of recorded draws, which are replayed cyclically: common random
   * numbers (Law, <em>Simulation Modeling and Analysis</em>, 2015, ch. 11). They reduce random
   * differences between simulations of similar networks.
   */
  default TimeShape recorded(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] draws = DoubleStream.generate(sampler(1, random::nextLong)).limit(count).toArray();
    return (mean, from) -> {
      int[] next = {from.nextInt(count)};
      return () -> {
        double draw = draws[next[0]];
        next[0] = next[0] + 1 == count ? 0 : next[0] + 1;
        return mean * draw;
      };
    };
  }

  private static DoubleSupplier sampler(ContinuousDistribution of, UniformRandomProvider random) {
    ContinuousDistribution.Sampler sampler = of.createSampler(random);
    return sampler::sample;
  }
}
