package io.poolbench.stats;

import java.util.Arrays;

/** An interval of values; an infinite end is open. */
public record Range(double lower, double upper) {
  public Range {
    if (!(lower <= upper)) {
      throw new IllegalArgumentException(lower + " > " + upper);
    }
  }

  /**
   * The two-sided percentile interval of bootstrap draws, widened to the estimate (Efron and
   * Tibshirani 1993). Of n sorted draws, a share of k / (n + 1) of the distribution is below the
   * k-th.
   *
   * @param error the probability outside, half of it on either side
   */
  public static Range ofDraws(double estimate, double[] draws, double error) {
    double[] sorted = draws.clone();
    Arrays.sort(sorted);
    int outside = Math.max(0, (int) Math.floor(error / 2 * (sorted.length + 1)) - 1);
    return new Range(
        Math.min(sorted[outside], estimate),
        Math.max(sorted[sorted.length - 1 - outside], estimate));
  }

  /** The interval of the negated value. */
  public Range negated() {
    // Not by the sign, which would make a 0 a -0.
    return new Range(0 - upper, 0 - lower);
  }
}
