package io.poolbench.result;

import org.HdrHistogram.Histogram;

/**
 * A percentile in results, with the number of calls that it needs.
 *
 * <p>A percentile depends on the calls beyond it. With fewer than {@link #CALLS_BEYOND} of them it
 * is not reproducible and is left out.
 */
public enum Percentile {
  TP50(2),
  TP90(10),
  TP95(20),
  TP99(100),
  TP999(1000);

  /** The min number of calls beyond a percentile. */
  public static final int CALLS_BEYOND = 10;

  private final int oneIn;

  Percentile(int oneIn) {
    this.oneIn = oneIn;
  }

  /** Its level in percent, such as 99.9. */
  public double percent() {
    return 100.0 - 100.0 / oneIn;
  }

  /** The share of calls beyond it, from 0 to 1: 0.01 for TP99. */
  public double shareBeyond() {
    return 1.0 / oneIn;
  }

  /** The min number of calls: 1,000 for TP99. */
  public long callsNeeded() {
    return (long) CALLS_BEYOND * oneIn;
  }

  /** Whether there are enough calls for this percentile. */
  public boolean hasEnough(long calls) {
    return calls >= callsNeeded();
  }

  /** This percentile of nanoseconds, in milliseconds; null with fewer than the calls needed. */
  public Double millis(Histogram nanos) {
    return hasEnough(nanos.getTotalCount()) ? nanos.getValueAtPercentile(percent()) / 1e6 : null;
  }

  /** This percentile of a latency, in milliseconds; null if unknown. */
  public Double millis(Latency latency) {
    return switch (this) {
      case TP50 -> latency.tp50Millis();
      case TP90 -> latency.tp90Millis();
      case TP95 -> latency.tp95Millis();
      case TP99 -> latency.tp99Millis();
      case TP999 -> latency.tp999Millis();
    };
  }
}
