package io.poolbench.api;

import java.util.regex.Pattern;

/**
 * Names of a provider's metrics, in Prometheus text format. Counters and summaries are cumulative,
 * gauges are of the scrape's moment; reading them changes nothing. Times are in seconds.
 *
 * <p>Metrics of the pool's threads and spurious rejections are absent if the pool is not a {@code
 * ThreadPoolExecutor}.
 */
public final class ProviderMetrics {
  /** Path of {@code GET}. */
  public static final String PATH = "/metrics";

  /** Gauge: the provider's monotonic clock; rates are taken over it. */
  public static final String CLOCK = "poolbench_clock_seconds";

  /** Counter: CPU time of the provider process. */
  public static final String CPU = "process_cpu_seconds_total";

  /** Counter: garbage collection pauses other than full collections. */
  public static final String GC_YOUNG_COUNT = "poolbench_gc_young_collections_total";

  /** Counter: time in those pauses. */
  public static final String GC_YOUNG_PAUSE = "poolbench_gc_young_pause_seconds_total";

  /** Counter: pauses that collect the whole heap. */
  public static final String GC_FULL_COUNT = "poolbench_gc_full_collections_total";

  /** Counter: time in those pauses. */
  public static final String GC_FULL_PAUSE = "poolbench_gc_full_pause_seconds_total";

  /** Counter: time in which the process was paused outside garbage collection. */
  public static final String PAUSE = "poolbench_paused_seconds_total";

  /** Counter: Redis reads that failed or found no record. */
  public static final String REDIS_FAILED = "poolbench_redis_failed_reads_total";

  /** Counter: time of all JIT compiler threads together. */
  public static final String JIT = "poolbench_jit_seconds_total";

  /** Gauge: bytes of the heap in use, garbage that is not collected yet included. */
  public static final String HEAP_USED = "poolbench_heap_used_bytes";

  /** Gauge: bytes of the process in memory, by the kernel; NaN where it does not report them. */
  public static final String RESIDENT = "process_resident_memory_bytes";

  /** Gauge: bytes of the heap that the latest collection left; NaN before the first one. */
  public static final String HEAP_AFTER_GC = "poolbench_heap_after_gc_bytes";

  /**
   * Counter: connections that the kernel dropped because a server had not accepted those before
   * them, of all servers of this network namespace; NaN where it does not report them.
   */
  public static final String ACCEPT_OVERFLOWS = "poolbench_accept_queue_overflows_total";

  /** Gauge: threads of the pool. */
  public static final String POOL_SIZE = "poolbench_pool_threads";

  /** Gauge: running tasks. */
  public static final String POOL_ACTIVE = "poolbench_pool_active_threads";

  /** Gauge: tasks in the pool's queue; tasks that have not started, where it has none. */
  public static final String QUEUE_SIZE = "poolbench_pool_queue_tasks";

  /**
   * Counter: running tasks, integrated over time; the tasks that run now count up to now, so that
   * the growth over a window is that of the window alone.
   */
  public static final String POOL_ACTIVE_TIME = "poolbench_pool_active_thread_seconds_total";

  /** Counter: tasks that wait for a thread, integrated over time likewise. */
  public static final String QUEUE_TIME = "poolbench_pool_waiting_task_seconds_total";

  /** Counter: samples of the pool. */
  public static final String POOL_SAMPLES = "poolbench_pool_samples_total";

  /**
   * Counter: busy threads by the executor's own count, integrated over time by the samples, each
   * for the time since the one before it.
   */
  public static final String POOL_BUSY_SAMPLED = "poolbench_pool_busy_thread_seconds_sampled_total";

  /** Counter: tasks that ended. */
  public static final String POOL_COMPLETED = "poolbench_pool_completed_total";

  /** Counter: tasks that the pool rejected. */
  public static final String POOL_REJECTED = "poolbench_pool_rejected_total";

  /**
   * Counter: rejected tasks at whose rejection fewer accepted tasks were unanswered than the pool
   * may have threads. A task is answered once its service method has ended, though its thread still
   * has to send the answer.
   */
  public static final String POOL_SPURIOUSLY_REJECTED = "poolbench_pool_spuriously_rejected_total";

  /** Counter: calls that a limit beside the pool refused; they are tasks that ended. */
  public static final String LIMIT_REFUSED = "poolbench_limit_refused_calls_total";

  /** Gauge: the calls at once that an adaptive limit permits now. */
  public static final String LIMIT = "poolbench_limit_calls";

  /**
   * Counter: time in which virtual threads waited without giving their carrier back, as JFR's
   * {@code jdk.VirtualThreadPinned} reports it, up to a second late; absent without such a pool.
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

  /** Gauge: calls whose thread was given back, and that are not answered yet. */
  public static final String ASYNC_OPEN = "poolbench_async_open_requests";

  /** Counter: those calls, integrated over time; the calls that are open now count up to now. */
  public static final String ASYNC_OPEN_TIME = "poolbench_async_open_request_seconds_total";

  /**
   * Summary: what the thread that completes such a call pays, from Redis' answer to the end of the
   * completion: the work beside the Redis read, and the encoding of the answer.
   */
  public static final String COMPLETION = "poolbench_completion_seconds";

  /** The suffixes of counters and summaries; the clock is a gauge that grows like them. */
  private static final Pattern CUMULATIVE = Pattern.compile(".*_(total|sum|count)|" + CLOCK);

  private ProviderMetrics() {}

  /** Whether a figure only grows, rather than being of the scrape's moment. */
  public static boolean isCumulative(String name) {
    return CUMULATIVE.matcher(name).matches();
  }

  /** The name of a summary's sum. */
  public static String sum(String summary) {
    return summary + "_sum";
  }

  /** The name of a summary's count. */
  public static String count(String summary) {
    return summary + "_count";
  }
}
