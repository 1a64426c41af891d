package io.poolbench.capacity;

import io.poolbench.sla.LoadInterval;

/**
 * A predicted value with its 95 % interval.
 *
 * @param value as predicted
 * @param low end of the interval, at most the value
 * @param high end of the interval, at least the value
 */
public record Estimate(double value, double low, double high) {
  /** The probability of a value outside of its interval. */
  private static final double ERROR = 0.05;

  public Estimate {
    ClosedNetwork.require("value", !Double.isNaN(value), value);
  }

  /** A value with the interval of its bootstrap draws, by their percentiles. */
  static Estimate of(double value, double[] draws) {
    LoadInterval interval = LoadInterval.around(value, draws, ERROR);
    return new Estimate(value, interval.lower(), interval.upper());
  }
}
