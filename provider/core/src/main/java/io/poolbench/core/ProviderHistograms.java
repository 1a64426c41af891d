package io.poolbench.core;

/**
 * Names of a provider's histograms, whose text is HdrHistogram's compressed V2 encoding in base64.
 *
 * <p>Histograms are cumulative, and reading them changes nothing: the values between two readings
 * are the later histogram minus the earlier one.
 */
public final class ProviderHistograms {
  /** From a task's start in a thread to its end, with the encoding of the answer. */
  public static final String SERVICE = "service_nanos";

  /** The Redis read within the service, from the command to the decoded answer or the failure. */
  public static final String REDIS = "redis_nanos";

  /** Waiting tasks, one value per sample. */
  public static final String QUEUE_SIZE = "pool_queue_tasks";

  /**
   * Lateness of a thread after a sleep of 10 ms, without its wait for a CPU. Causes are garbage
   * collections, safepoints, and a stopped process or machine.
   */
  public static final String HICCUPS = "hiccup_nanos";

  /** CPU time of a round of {@link CpuGauge}, in nanoseconds. */
  public static final String CPU_GAUGE = "cpu_gauge_nanos";

  private ProviderHistograms() {}
}
