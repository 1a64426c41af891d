package io.poolbench.result;

import java.util.function.Function;
import org.HdrHistogram.Histogram;

/**
 * A percentile of results. With fewer than {@link #CALLS_BEYOND} calls beyond it a percentile is
 * not reproducible and is left out.
 */
public enum Percentile {
  TP50(2, Latency::tp50Millis),
  TP90(10, Latency::tp90Millis),
  TP95(20, Latency::tp95Millis),
  TP99(100, Latency::tp99Millis),
  TP999(1000, Latency::tp999Millis);

  public static final int CALLS_BEYOND = 10;

  private final int oneIn;

  @SuppressWarnings("ImmutableEnumChecker")
  private final Function<Latency, Double> millis;

  Percentile(int oneIn, Function<Latency, Double> millis) {
    this.oneIn = oneIn;
    this.millis = millis;
  }

  public double percent() {
    return 100.0 - 100.0 / oneIn;
  }

  /** The share of calls beyond it, from 0 to 1: 0.01 for TP99. */
  public double shareBeyond() {
    return 1.0 / oneIn;
  }

  /** The minimum number of calls: 1,000 for TP99. */
  public long callsNeeded() {
    return (long) CALLS_BEYOND * oneIn;
  }

  public boolean hasEnough(long calls) {
    return calls >= callsNeeded();
  }

  /** This percentile of a histogram of nanoseconds, in milliseconds; null with too few calls. */
  public Double millis(Histogram nanos) {
    return hasEnough(nanos.getTotalCount()) ? nanos.getValueAtPercentile(percent()) / 1e6 : null;
  }

  /** This percentile in milliseconds; null if unknown. */
  public Double millis(Latency latency) {
    return millis.apply(latency);
  }
}
