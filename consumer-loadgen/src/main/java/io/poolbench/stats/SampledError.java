package io.poolbench.stats;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The error of a value that was computed from independent samples. Errors of values that share
 * samples are correlated through them.
 *
 * @param bySample the contribution of each sample; the sum of their squares is a part of the
 *     variance
 * @param scatter standard deviation beyond the contributions, estimated from samples too
 * @param counting standard deviation beyond both that follows from the number of events
 */
public record SampledError(Contributions bySample, double scatter, double counting) {
  /** An exactly known value. */
  public static final SampledError NONE = new SampledError(new Contributions(), 0, 0);

  /** A variance of log-odds below which values count alike. */
  private static final double NOISE = 0.1;

  /** Contributions by the number of the sample, from 0; 0 beyond the last one. */
  public static final class Contributions {
    private final double[] values;

    public Contributions(double... values) {
      this.values = values.clone();
    }

    public double get(int sample) {
      return sample < values.length ? values[sample] : 0;
    }

    /** The number of samples. */
    public int count() {
      return values.length;
    }

    /** How far the samples depend on each other, in the order of their numbers. */
    public Series series() {
      return Series.of(values);
    }

    public double squares() {
      double sum = 0;
      for (double value : values) {
        sum += value * value;
      }
      return sum;
    }

    /** The contributions that samples make to a weighted sum of two values. */
    public Contributions plus(double weight, Contributions other) {
      double[] sum = new double[Math.max(values.length, other.values.length)];
      for (int i = 0; i < sum.length; i++) {
        sum[i] = get(i) + weight * other.get(i);
      }
      return new Contributions(sum);
    }
  }

  /**
   * How far so many samples depend on each other, by what each contributes to all of some values.
   */
  public static Series series(List<SampledError> errors, int samples) {
    Contributions sum = new Contributions(new double[samples]);
    for (SampledError error : errors) {
      sum = sum.plus(error.weight(), error.bySample);
    }
    return sum.series();
  }

  /** The weight of a value beside others: values with hardly any error count alike. */
  public double weight() {
    return 1 / (NOISE + variance());
  }

  public double variance() {
    return bySample.squares() + scatter * scatter + counting * counting;
  }

  /**
   * Degrees of freedom of the variance between samples that depend on each other as in a process of
   * first order, whose correlation r inflates the variance of their mean by {@code (1 + r) / (1 -
   * r)}: an estimate of the variance is worth {@code (1 - r^2) / (1 + r^2)} of independent samples
   * (G. V. Bayley and J. M. Hammersley, The "effective" number of independent observations in an
   * autocorrelated time series, J. R. Stat. Soc. Suppl. 8, 1946).
   */
  public static int degrees(int samples, double inflation) {
    double worth = 2 * inflation / (inflation * inflation + 1);
    return (int) Math.max(1, Math.floor(samples * worth) - 1);
  }

  /** The error of this value plus a weight times another one. */
  public SampledError plus(double weight, SampledError other) {
    return new SampledError(
        bySample.plus(weight, other.bySample),
        Math.hypot(scatter, weight * other.scatter),
        Math.hypot(counting, weight * other.counting));
  }

  double draw(Draw draw) {
    double sum = scatter == 0 ? 0 : scatter * draw.random.nextGaussian();
    for (int i = 0; i < draw.samples.length; i++) {
      sum += bySample.get(i) * draw.samples[i];
    }
    double counted = counting == 0 ? 0 : counting * draw.random.nextGaussian();
    return draw.scale * sum + counted;
  }

  /**
   * What all values of one draw have in common: standard normal variates of the samples, and the
   * scale by which Student's t is wider than the normal distribution, as the variance is estimated.
   */
  public static final class Draw {
    private final RandomGenerator random;
    private final double[] samples;
    private final double scale;

    private Draw(RandomGenerator random, double[] samples, double scale) {
      this.random = random;
      this.samples = samples;
      this.scale = scale;
    }

    /**
     * Draws for values of this many samples.
     *
     * @param inflation factor of the variance, as samples that depend on each other say less
     */
    public static Draw of(RandomGenerator random, int samples, double inflation) {
      double[] normal = new double[samples];
      for (int i = 0; i < samples; i++) {
        normal[i] = random.nextGaussian();
      }
      int degrees = degrees(samples, inflation);
      return new Draw(random, normal, Math.sqrt(inflation * degrees / chiSquare(random, degrees)));
    }

    /** Of many degrees by the approximation of E. B. Wilson and M. M. Hilferty (1931). */
    private static double chiSquare(RandomGenerator random, int degrees) {
      double sum = 0;
      if (degrees > 30) {
        double cube = 2.0 / (9 * degrees);
        return degrees * Math.pow(1 - cube + random.nextGaussian() * Math.sqrt(cube), 3);
      }
      for (int i = 0; i < degrees; i++) {
        double normal = random.nextGaussian();
        sum += normal * normal;
      }
      return sum;
    }
  }
}
