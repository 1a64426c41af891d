package io.poolbench.core;

import java.util.regex.Pattern;

/**
 * Names of a provider's metrics. Counters and summaries are cumulative, gauges have the value of
 * the moment; reading them changes nothing. Times are in seconds.
 *
 * <p>Metrics of the pool's threads and spurious rejections are absent if the pool is not a {@code
 * ThreadPoolExecutor}.
 */
public final class ProviderMetrics {
  /** Counter: CPU time of the provider process. */
  public static final String CPU = "process_cpu_seconds_total";

  /** Counter: garbage collection pauses other than full collections. */
  public static final String GC_YOUNG_COUNT = "poolbench_gc_young_collections_total";

  /** Counter: total time of {@link #GC_YOUNG_COUNT}. */
  public static final String GC_YOUNG_PAUSE = "poolbench_gc_young_pause_seconds_total";

  /** Counter: pauses that collect the whole heap. */
  public static final String GC_FULL_COUNT = "poolbench_gc_full_collections_total";

  /** Counter: total time of {@link #GC_FULL_COUNT}. */
  public static final String GC_FULL_PAUSE = "poolbench_gc_full_pause_seconds_total";

  /** Counter: time in which the process was paused outside garbage collection. */
  public static final String PAUSE = "poolbench_paused_seconds_total";

  /** Counter: Redis reads that failed or found no record. */
  public static final String REDIS_FAILED = "poolbench_redis_failed_reads_total";

  /** Counter: total time of all JIT compiler threads. */
  public static final String JIT = "poolbench_jit_seconds_total";

  /** Gauge: resident memory of the process in bytes; NaN if the kernel does not report it. */
  public static final String RESIDENT = "process_resident_memory_bytes";

  /** Gauge: used bytes of the heap after the latest collection; NaN before the first one. */
  public static final String HEAP_AFTER_GC = "poolbench_heap_after_gc_bytes";

  /** Gauge: threads of the pool. */
  public static final String POOL_SIZE = "poolbench_pool_threads";

  /** Gauge: running tasks. */
  public static final String POOL_ACTIVE = "poolbench_pool_active_threads";

  /** Gauge: tasks in the pool's queue; without a queue, tasks that have not started. */
  public static final String QUEUE_SIZE = "poolbench_pool_queue_tasks";

  /**
   * Counter: running tasks, integrated over time. Tasks still running count up to now, so that the
   * growth over a window belongs to that window alone.
   */
  public static final String POOL_ACTIVE_TIME = "poolbench_pool_active_thread_seconds_total";

  /** Counter: tasks waiting for a thread, integrated over time in the same way. */
  public static final String QUEUE_TIME = "poolbench_pool_waiting_task_seconds_total";

  /**
   * Counter: busy threads by the executor's own count, integrated over time by sampling; each
   * sample counts for the time since the one before it.
   */
  public static final String POOL_BUSY_SAMPLED = "poolbench_pool_busy_thread_seconds_sampled_total";

  /** Counter: tasks that ended. */
  public static final String POOL_COMPLETED = "poolbench_pool_completed_total";

  /** Counter: tasks that the pool rejected. */
  public static final String POOL_REJECTED = "poolbench_pool_rejected_total";

  /**
   * Counter: rejected tasks at whose rejection fewer accepted tasks were unanswered than the pool
   * may have threads.
   */
  public static final String POOL_SPURIOUSLY_REJECTED = "poolbench_pool_spuriously_rejected_total";

  /** Counter: calls refused by a limit other than the pool; they also count as completed. */
  public static final String LIMIT_REFUSED = "poolbench_limit_refused_calls_total";

  /**
   * Counter: time in which virtual threads waited without releasing their carrier, as JFR's {@code
   * jdk.VirtualThreadPinned} reports it, up to a second late; absent without such a pool.
   */
  public static final String PINNED = "poolbench_pinned_seconds_total";

  /** Summary ({@code _sum}, {@code _count}): from a task's submission to its start in a thread. */
  public static final String QUEUE_WAIT = "poolbench_queue_wait_seconds";

  /** Summary: from a task's start in a thread to its end, including the encoding of the answer. */
  public static final String SERVICE = "poolbench_service_seconds";

  /** Summary: the Redis read, from the command to the decoded answer or the failure. */
  public static final String REDIS = "poolbench_redis_seconds";

  /** Summary: service time minus Redis time, task by task. */
  public static final String APPLICATION = "poolbench_application_seconds";

  /** Gauge: asynchronous calls, whose thread was released, that are not answered yet. */
  public static final String ASYNC_OPEN = "poolbench_async_open_requests";

  /** Counter: {@link #ASYNC_OPEN}, integrated over time; open calls count up to now. */
  public static final String ASYNC_OPEN_TIME = "poolbench_async_open_request_seconds_total";

  /**
   * Summary: time of the thread that completes an asynchronous call, from Redis' answer to the end
   * of the completion, with the call's work and the encoding of the answer.
   */
  public static final String COMPLETION = "poolbench_completion_seconds";

  /** The suffixes of counters and summaries. */
  private static final Pattern CUMULATIVE = Pattern.compile(".*_(total|sum|count)");

  private ProviderMetrics() {}

  /** Whether a metric is cumulative, so that windows are differences of two readings. */
  public static boolean isCumulative(String name) {
    return CUMULATIVE.matcher(name).matches();
  }

  public static String sum(String summary) {
    return summary + "_sum";
  }

  public static String count(String summary) {
    return summary + "_count";
  }
}
