package io.poolbench.api;

import io.poolbench.core.ProviderMetrics;

/**
 * Names of a web provider's and a delay server's metrics in addition to {@link ProviderMetrics},
 * which in a web provider refer to the container: the pool is the container's; a running task is a
 * thread in the application, from the first filter to the last; a completed task is an answered
 * request; {@link ProviderMetrics#SERVICE} is the time for which one dispatch of a request holds a
 * thread.
 */
public final class WebMetrics {
  /** Gauge: threads of the worker pool that run a task. */
  public static final String WORKER_ACTIVE = "poolbench_worker_active_threads";

  /** Gauge: tasks in the worker pool's queue. */
  public static final String WORKER_QUEUE = "poolbench_worker_queue_tasks";

  /** Counter: threads of the worker pool that run a task, integrated over time. */
  public static final String WORKER_ACTIVE_TIME = "poolbench_worker_active_thread_seconds_total";

  /** Counter: tasks waiting for a worker, integrated over time. */
  public static final String WORKER_QUEUE_TIME = "poolbench_worker_waiting_task_seconds_total";

  /** Gauge: threads of Spring's task executor that run a task. */
  public static final String TASK_ACTIVE = "poolbench_task_executor_active_threads";

  /** Gauge: tasks in the queue of Spring's task executor. */
  public static final String TASK_QUEUE = "poolbench_task_executor_queue_tasks";

  /** Summary of a delay server: lateness of answers, from the end of the delay to the write. */
  public static final String DELAY_LATE = "poolbench_delay_late_seconds";

  /** Histogram of {@link #DELAY_LATE}. */
  public static final String DELAY_LATE_HISTOGRAM = "delay_late_nanos";

  private WebMetrics() {}
}
