package io.poolbench.doctor;

import org.HdrHistogram.Histogram;

/** Percentiles of a duration, in milliseconds. */
record Quantiles(double tp50Millis, double tp99Millis, double maxMillis) {
  private static final int SIGNIFICANT_DIGITS = 3;

  static Histogram nanos() {
    return new Histogram(SIGNIFICANT_DIGITS);
  }

  static Quantiles of(Histogram nanos) {
    return new Quantiles(
        nanos.getValueAtPercentile(50) / 1e6,
        nanos.getValueAtPercentile(99) / 1e6,
        nanos.getMaxValue() / 1e6);
  }
}
