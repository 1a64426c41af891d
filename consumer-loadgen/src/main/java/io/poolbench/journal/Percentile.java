package io.poolbench.journal;

/**
 * A percentile of results. With fewer than {@link #CALLS_BEYOND} calls beyond it a percentile is
 * not reproducible and is left out.
 */
public enum Percentile {
  TP50(2),
  TP90(10),
  TP95(20),
  TP99(100),
  TP999(1000);

  public static final int CALLS_BEYOND = 10;

  private final int oneIn;

  Percentile(int oneIn) {
    this.oneIn = oneIn;
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

  /** This percentile in milliseconds; null with too few calls. */
  public Double millis(Durations durations) {
    return durations.count() >= callsNeeded() ? roughMillis(durations) : null;
  }

  /**
   * As {@link #millis}, of a short stretch that has no verdict: one call beyond the percentile is
   * enough.
   */
  public Double roughMillis(Durations durations) {
    return durations.count() < oneIn
        ? null
        : (Double) Units.millis((double) durations.percentileNanos(percent()));
  }
}
