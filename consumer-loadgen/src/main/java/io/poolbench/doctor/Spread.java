package io.poolbench.doctor;

import org.HdrHistogram.Histogram;

/**
 * Times, in milliseconds.
 *
 * @param tp50Millis the median
 * @param tp99Millis the 99th percentile
 * @param maxMillis the longest
 */
record Spread(double tp50Millis, double tp99Millis, double maxMillis) {
  private static final int SIGNIFICANT_DIGITS = 3;

  /** An empty histogram of nanoseconds, of which {@link #of} makes a spread. */
  static Histogram nanos() {
    return new Histogram(SIGNIFICANT_DIGITS);
  }

  static Spread of(Histogram nanos) {
    return new Spread(
        nanos.getValueAtPercentile(50) / 1e6,
        nanos.getValueAtPercentile(99) / 1e6,
        nanos.getMaxValue() / 1e6);
  }
}
