package io.poolbench.api;

/**
 * Names of the figures in a provider's Prometheus text. Sums and counts only grow; gauges are of
 * the scrape's moment. Times are in seconds.
 */
public final class ProviderMetrics {
  /**
   * Gauge: the provider's monotonic clock, so that a rate is taken over the provider's own time.
   */
  public static final String CLOCK = "poolbench_clock_seconds";

  /** Counter: CPU time of the whole provider process. */
  public static final String CPU = "process_cpu_seconds_total";

  /** Counter: collections by the JVM, all collectors. */
  public static final String GC_COUNT = "poolbench_gc_collections_total";

  /** Counter: time in those collections. */
  public static final String GC_PAUSE = "poolbench_gc_pause_seconds_total";

  /** Counter: time that the JIT compiler has spent, all of its threads together. */
  public static final String JIT = "poolbench_jit_seconds_total";

  /** Gauge: threads that the pool has. */
  public static final String POOL_SIZE = "poolbench_pool_threads";

  /** Gauge: threads at work. */
  public static final String POOL_ACTIVE = "poolbench_pool_active_threads";

  /** Gauge: the most threads seen at work since the scrape before, by a sampler. */
  public static final String POOL_ACTIVE_MAX = "poolbench_pool_active_threads_max";

  /** Gauge: tasks waiting for a thread. */
  public static final String QUEUE_SIZE = "poolbench_pool_queue_tasks";

  /** Gauge: the most tasks seen waiting since the scrape before, by a sampler. */
  public static final String QUEUE_MAX = "poolbench_pool_queue_tasks_max";

  /** Counter: tasks that the pool has finished. */
  public static final String POOL_COMPLETED = "poolbench_pool_completed_total";

  /** Counter: tasks that the pool refused. */
  public static final String POOL_REJECTED = "poolbench_pool_rejected_total";

  /** Summary ({@code _sum}, {@code _count}): from a task's arrival to its start in a thread. */
  public static final String QUEUE_WAIT = "poolbench_queue_wait_seconds";

  /** Summary: from a task's start in a thread to its end, the answer's encoding included. */
  public static final String SERVICE = "poolbench_service_seconds";

  /** Summary: the Redis read within the service, from the command to its decoded answer. */
  public static final String REDIS = "poolbench_redis_seconds";

  private ProviderMetrics() {}

  /** The name of a summary's sum. */
  public static String sum(String summary) {
    return summary + "_sum";
  }

  /** The name of a summary's count. */
  public static String count(String summary) {
    return summary + "_count";
  }
}
