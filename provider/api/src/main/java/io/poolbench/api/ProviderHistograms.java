package io.poolbench.api;

/**
 * Names of the histograms that a provider tells: one line each, {@code NAME TEXT}, the text being
 * HdrHistogram's V2 encoding, compressed, in base64.
 *
 * <p>They only grow, and telling them changes nothing: what happened between two readings is the
 * later histogram less the earlier one.
 */
public final class ProviderHistograms {
  /** Where {@code GET} answers them, at the port of the metrics. */
  public static final String PATH = "/histograms";

  /** From a task's arrival to its start in a thread. */
  public static final String QUEUE_WAIT = "queue_wait_nanos";

  /** From a task's start in a thread to its end, the answer's encoding included. */
  public static final String SERVICE = "service_nanos";

  /** The Redis read within the service, from the command to its decoded answer or its failure. */
  public static final String REDIS = "redis_nanos";

  /** The service without its Redis read, task by task. */
  public static final String REST = "rest_nanos";

  /** Threads at work, sample by sample. */
  public static final String POOL_ACTIVE = "pool_active_threads";

  /** Tasks waiting for a thread, sample by sample. */
  public static final String QUEUE_SIZE = "pool_queue_tasks";

  private ProviderHistograms() {}
}
