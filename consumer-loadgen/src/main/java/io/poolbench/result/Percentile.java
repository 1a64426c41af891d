package io.poolbench.result;

import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * A percentile in results, with the number of calls that it needs.
 *
 * <p>A percentile depends on the calls beyond it. With fewer than {@link #CALLS_BEYOND} of them it
 * is not reproducible and is left out.
 */
public enum Percentile {
  TP50(2, Latency::tp50Millis),
  TP90(10, Latency::tp90Millis),
  TP95(20, Latency::tp95Millis),
  TP99(100, Latency::tp99Millis),
  TP999(1000, Latency::tp999Millis);

  /** The min number of calls beyond a percentile. */
  public static final int CALLS_BEYOND = 10;

  private final int oneIn;

  @SuppressWarnings("ImmutableEnumChecker")
  private final Function<Latency, Double> millis;

  Percentile(int oneIn, Function<Latency, Double> millis) {
    this.oneIn = oneIn;
    this.millis = millis;
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
    return millis.apply(latency);
  }
}
