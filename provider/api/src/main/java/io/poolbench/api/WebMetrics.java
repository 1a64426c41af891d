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
  /**
   * Gauge: busy threads of the container's pool by its own count. It includes threads that read and
   * write, and Jetty's acceptors and selectors, which belong to its pool.
   */
  public static final String CONTAINER_BUSY = "poolbench_container_busy_threads";

  /** Gauge: threads of the worker pool that run a task. */
  public static final String WORKER_ACTIVE = "poolbench_worker_active_threads";

  /** Gauge: tasks in the worker pool's queue. */
  public static final String WORKER_QUEUE = "poolbench_worker_queue_tasks";

  /** Counter: threads of the worker pool that run a task, integrated over time. */
  public static final String WORKER_ACTIVE_TIME = "poolbench_worker_active_thread_seconds_total";

  /** Counter: tasks waiting for a worker, integrated over time. */
  public static final String WORKER_QUEUE_TIME = "poolbench_worker_waiting_task_seconds_total";

  /** Summary: from a task's submission to the worker pool to its start. */
  public static final String WORKER_WAIT = "poolbench_worker_wait_seconds";

  /** Summary: from a task's start in the worker pool to its end. */
  public static final String WORKER_SERVICE = "poolbench_worker_service_seconds";

  /** Gauge: threads of Spring's task executor. */
  public static final String TASK_THREADS = "poolbench_task_executor_threads";

  /** Gauge: threads of Spring's task executor that run a task. */
  public static final String TASK_ACTIVE = "poolbench_task_executor_active_threads";

  /** Gauge: tasks in the queue of Spring's task executor. */
  public static final String TASK_QUEUE = "poolbench_task_executor_queue_tasks";

  public static final String WORKER_WAIT_HISTOGRAM = "worker_wait_nanos";

  public static final String WORKER_SERVICE_HISTOGRAM = "worker_service_nanos";

  /** Gauge of a delay server: requests whose delay is not over. */
  public static final String DELAY_OPEN = "poolbench_delay_open_requests";

  /** Summary of a delay server: lateness of answers, from the end of the delay to the write. */
  public static final String DELAY_LATE = "poolbench_delay_late_seconds";

  /** Histogram of {@link #DELAY_LATE}. */
  public static final String DELAY_LATE_HISTOGRAM = "delay_late_nanos";

  private WebMetrics() {}
}
