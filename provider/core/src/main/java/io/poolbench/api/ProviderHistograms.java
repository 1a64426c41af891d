package io.poolbench.api;

/**
 * Names of a provider's histograms: one line each, {@code NAME TEXT}, the text being HdrHistogram's
 * V2 encoding, compressed, in base64.
 *
 * <p>They are cumulative, and reading them changes nothing: the values between two readings are the
 * later histogram minus the earlier one.
 */
public final class ProviderHistograms {
  /** Path of {@code GET}, at the port of the metrics. */
  public static final String PATH = "/histograms";

  /** From a task's submission to its start in a thread. */
  public static final String QUEUE_WAIT = "queue_wait_nanos";

  /** From a task's start in a thread to its end, including the encoding of the answer. */
  public static final String SERVICE = "service_nanos";

  /** The Redis read within the service, from the command to the decoded answer or the failure. */
  public static final String REDIS = "redis_nanos";

  /** Service time minus Redis time, task by task. */
  public static final String APPLICATION = "application_nanos";

  /** What the thread that completes a call pays whose own thread was given back. */
  public static final String COMPLETION = "completion_nanos";

  /** Running tasks, one value per sample. */
  public static final String POOL_ACTIVE = "pool_active_threads";

  /** Tasks that wait, one value per sample. */
  public static final String QUEUE_SIZE = "pool_queue_tasks";

  /**
   * How late a thread woke up from a sleep of 10 ms, without its wait for a CPU: garbage
   * collections, safepoints, a stopped process or machine.
   */
  public static final String HICCUPS = "hiccup_nanos";

  /** CPU time of a round of {@link CpuGauge#STEPS_IN_WINDOW}. */
  public static final String CPU_GAUGE = "cpu_gauge_nanos";

  private ProviderHistograms() {}
}
