package io.poolbench.api;

/** Names of a delay server's metrics beside those of {@link ProviderMetrics} of every process. */
public final class DelayMetrics {
  /** Gauge: requests whose delay is not over. */
  public static final String OPEN = "poolbench_delay_open_requests";

  /** Summary: how late answers were written, from the end of the delay. */
  public static final String LATE = "poolbench_delay_late_seconds";

  /** Histogram of {@link #LATE}. */
  public static final String LATE_HISTOGRAM = "delay_late_nanos";

  private DelayMetrics() {}
}
