package io.poolbench.api;

/**
 * Names of the figures in a provider's Prometheus text. Sums and counts only grow; gauges are of
 * the scrape's moment; telling them changes nothing. Times are in seconds.
 */
public final class ProviderMetrics {
  /** Where {@code GET} answers them. */
  public static final String PATH = "/metrics";

  /**
   * Gauge: the provider's monotonic clock, so that a rate is taken over the provider's own time.
   */
  public static final String CLOCK = "poolbench_clock_seconds";

  /** Counter: CPU time of the whole provider process. */
  public static final String CPU = "process_cpu_seconds_total";

  /** Counter: pauses to collect the young generation, and all others but full collections. */
  public static final String GC_YOUNG_COUNT = "poolbench_gc_young_collections_total";

  /** Counter: time in those pauses. */
  public static final String GC_YOUNG_PAUSE = "poolbench_gc_young_pause_seconds_total";

  /** Counter: pauses to collect the whole heap. */
  public static final String GC_FULL_COUNT = "poolbench_gc_full_collections_total";

  /** Counter: time in those pauses. */
  public static final String GC_FULL_PAUSE = "poolbench_gc_full_pause_seconds_total";

  /** Counter: time in which nothing of the provider ran, though no collection stopped it. */
  public static final String PAUSE = "poolbench_paused_seconds_total";

  /** Counter: reads of Redis that failed, or found no record. */
  public static final String REDIS_FAILED = "poolbench_redis_failed_reads_total";

  /** Counter: time that the JIT compiler has spent, all of its threads together. */
  public static final String JIT = "poolbench_jit_seconds_total";

  /** Gauge: threads that the pool has. */
  public static final String POOL_SIZE = "poolbench_pool_threads";

  /** Gauge: threads at work. */
  public static final String POOL_ACTIVE = "poolbench_pool_active_threads";

  /** Gauge: tasks waiting for a thread. */
  public static final String QUEUE_SIZE = "poolbench_pool_queue_tasks";

  /** Counter: how often a sampler has looked at the pool. */
  public static final String POOL_SAMPLES = "poolbench_pool_samples_total";

  /** Counter: threads at work, added up over those samples. */
  public static final String POOL_ACTIVE_SAMPLED = "poolbench_pool_active_threads_sampled_total";

  /** Counter: tasks waiting for a thread, added up over those samples. */
  public static final String QUEUE_SAMPLED = "poolbench_pool_queue_tasks_sampled_total";

  /** Counter: tasks that the pool has finished. */
  public static final String POOL_COMPLETED = "poolbench_pool_completed_total";

  /** Counter: tasks that the pool refused. */
  public static final String POOL_REJECTED = "poolbench_pool_rejected_total";

  /**
   * Counter: of those, the ones refused although the pool had a thread for them: fewer of the tasks
   * that it had accepted were unanswered than it may have threads. A task is answered from where
   * its service method has ended, though its thread still has to send the answer.
   */
  public static final String POOL_FALSELY_REJECTED = "poolbench_pool_spuriously_rejected_total";

  /** Summary ({@code _sum}, {@code _count}): from a task's arrival to its start in a thread. */
  public static final String QUEUE_WAIT = "poolbench_queue_wait_seconds";

  /** Summary: from a task's start in a thread to its end, the answer's encoding included. */
  public static final String SERVICE = "poolbench_service_seconds";

  /** Summary: the Redis read in the service, from the command to its decoded answer or failure. */
  public static final String REDIS = "poolbench_redis_seconds";

  /** Summary: the service without its Redis read, task by task. */
  public static final String REST = "poolbench_rest_seconds";

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
