package io.poolbench.api;

/** Names of a delay server's metrics, in addition to those of {@link ProviderMetrics}. */
public final class DelayMetrics {
  /** Gauge: requests whose delay is not over. */
  public static final String OPEN = "poolbench_delay_open_requests";

  /** Summary: lateness of answers, from the end of the delay to the write. */
  public static final String LATE = "poolbench_delay_late_seconds";

  /** Histogram of {@link #LATE}. */
  public static final String LATE_HISTOGRAM = "delay_late_nanos";

  private DelayMetrics() {}
}
