package io.poolbench.model;

import io.poolbench.stats.Range;

/** A predicted value with its 95 % interval, {@code low <= value <= high}. */
public record Estimate(double value, double low, double high) {
  static final double ERROR = 0.05;

  public Estimate {
    ClosedNetwork.require("value", !Double.isNaN(value), value);
  }

  /** A value with the percentile interval of its bootstrap draws. */
  static Estimate of(double value, double[] draws) {
    Range interval = Range.ofDraws(value, draws, ERROR);
    return new Estimate(value, interval.lower(), interval.upper());
  }
}
