package io.poolbench.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How far consecutive samples depend on each other.
 *
 * @param lag1 correlation of neighbours, corrected for the bias of few samples, 0 to {@value #MAX};
 *     0 with fewer than {@value #MIN_SAMPLES} samples
 * @param isShown whether the correlation, or a trend, is more than chance explains, with an error
 *     of 1 % each
 */
public record Series(double lag1, boolean isShown) {
  /** Fewer samples show no dependence. */
  private static final int MIN_SAMPLES = 6;

  private static final double MAX = 0.9;
  private static final double ONE_SIDED = 2.3263478740408408;
  private static final double ERROR = 0.01;

  /** Relative variance that a rounding error may have. */
  private static final double ROUNDING = 1e-24;

  /** The dependence of samples in the order of time. */
  public static Series of(double... values) {
    int count = values.length;
    if (count < MIN_SAMPLES) {
      return new Series(0, false);
    }
    double mean = 0;
    for (double value : values) {
      mean += value / count;
    }
    double squares = 0;
    double products = 0;
    double trend = 0;
    double middle = (count - 1) / 2.0;
    for (int i = 0; i < count; i++) {
      squares += Math.pow(values[i] - mean, 2);
      products += i == 0 ? 0 : (values[i] - mean) * (values[i - 1] - mean);
      trend += (i - middle) * (values[i] - mean);
    }
    if (squares <= ROUNDING * count * mean * mean) {
      return new Series(0, false);
    }
    double plain = products / squares;
    double lag1 = plain + (1 + 3 * plain) / count;
    double fit = trend / Math.sqrt(squares * count * (count * (double) count - 1) / 12);
    double t = fit * Math.sqrt((count - 2) / Math.max(1e-12, 1 - fit * fit));
    boolean trends = 2 * TDistribution.of(count - 2).survivalProbability(Math.abs(t)) <= ERROR;
    boolean depends = (plain + 1.0 / count) * Math.sqrt(count) > ONE_SIDED;
    return new Series(Math.max(0, Math.min(MAX, lag1)), trends || depends);
  }

  /**
   * The factor by which the variance of the mean is larger than that of independent samples, if the
   * correlation is as estimated. With few samples the estimate is rough.
   */
  public double inflation() {
    return inflation(lag1);
  }

  /** The factor where a dependence is shown, but for at most this correlation; otherwise 1. */
  public double inflationIfShown(double atMost) {
    return isShown ? inflation(Math.min(lag1, atMost)) : 1;
  }

  private static double inflation(double correlation) {
    return (1 + correlation) / (1 - correlation);
  }
}
