package io.poolbench.stats;

import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * An estimate with its error, by Student's t: the mean of independent samples, or the difference of
 * two means.
 *
 * @param variance of the mean
 * @param degrees of freedom of the variance
 */
public record SampleMean(double mean, double variance, double degrees) {
  public SampleMean {
    if (!Double.isFinite(mean) || !(variance >= 0) || !(degrees > 0)) {
      throw new IllegalArgumentException(
          "mean " + mean + ", variance " + variance + ", degrees " + degrees);
    }
  }

  /** The mean of samples; empty for fewer than two, or if one is infinite. */
  public static Optional<SampleMean> of(List<Double> samples) {
    int count = samples.size();
    if (count < 2 || !samples.stream().allMatch(Double::isFinite)) {
      return Optional.empty();
    }
    // The mean of equal samples, such as 0.1 three times, may have a rounding error.
    double mean =
        samples.stream().distinct().count() == 1
            ? samples.get(0)
            : samples.stream().mapToDouble(sample -> sample).average().orElseThrow();
    double squares =
        samples.stream().mapToDouble(sample -> (sample - mean) * (sample - mean)).sum();
    return Optional.of(new SampleMean(mean, squares / (count - 1) / count, count - 1));
  }

  /**
   * The difference of two independent means, with Satterthwaite's degrees of freedom (B. L. Welch,
   * The generalization of "Student's" problem when several different population variances are
   * involved, Biometrika 34, 1947).
   */
  public SampleMean minus(SampleMean other) {
    double sum = variance + other.variance;
    return new SampleMean(
        mean - other.mean,
        sum,
        sum == 0
            ? degrees + other.degrees
            : sum
                * sum
                / (variance * variance / degrees
                    + other.variance * other.variance / other.degrees));
  }

  /** The mean plus a number of standard errors. */
  public double plus(double errors) {
    return mean + Math.sqrt(variance) * errors;
  }

  /** The interval beyond each end of which the true value is with a probability. */
  public Range interval(double tail) {
    double errors = TDistribution.of(degrees).inverseSurvivalProbability(tail);
    return new Range(plus(-errors), plus(errors));
  }

  /** The two-sided p-value of the hypothesis that the true value is 0; 1 without any spread. */
  public double pValue() {
    return variance == 0
        ? 1
        : 2 * TDistribution.of(degrees).survivalProbability(Math.abs(mean) / Math.sqrt(variance));
  }
}
