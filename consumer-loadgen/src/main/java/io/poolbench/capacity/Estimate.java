package io.poolbench.capacity;

import java.util.Arrays;

/**
 * A predicted value with its 95 % interval.
 *
 * @param value as predicted
 * @param low end of the interval, at most the value
 * @param high end of the interval, at least the value
 */
public record Estimate(double value, double low, double high) {
  private static final double TAIL = 0.025;

  public Estimate {
    ClosedNetwork.require("value", !Double.isNaN(value), value);
  }

  /** A value with the interval of its bootstrap draws, by their percentiles. */
  static Estimate of(double value, double[] draws) {
    double[] sorted = draws.clone();
    Arrays.sort(sorted);
    int tail = (int) (TAIL * sorted.length);
    return new Estimate(
        value, Math.min(value, sorted[tail]), Math.max(value, sorted[sorted.length - 1 - tail]));
  }
}
