package io.poolbench.api;

/**
 * Names of a web provider's metrics beside those of {@link ProviderMetrics}, which in a web
 * provider have this meaning: the pool is that of the container; a running task is a thread of it
 * within the application, from the first filter to the last; a completed one is an answered
 * request; {@link ProviderMetrics#SERVICE} is the time for which a request holds a thread of the
 * container, each time that it does.
 */
public final class WebMetrics {
  /**
   * Gauge: busy threads of the container's pool by its own count, those that read and write
   * included; Jetty's acceptors and selectors too, as they take threads of its pool.
   */
  public static final String CONTAINER_BUSY = "poolbench_container_busy_threads";

  /** Gauge: threads of the worker pool that run a task. */
  public static final String WORKER_ACTIVE = "poolbench_worker_active_threads";

  /** Gauge: tasks in the worker pool's queue. */
  public static final String WORKER_QUEUE = "poolbench_worker_queue_tasks";

  /** Counter: threads of the worker pool that run a task, integrated over time. */
  public static final String WORKER_ACTIVE_TIME = "poolbench_worker_active_thread_seconds_total";

  /** Counter: tasks that wait for a worker, integrated over time. */
  public static final String WORKER_QUEUE_TIME = "poolbench_worker_waiting_task_seconds_total";

  /** Summary: from a task's submission to the worker pool to its start. */
  public static final String WORKER_WAIT = "poolbench_worker_wait_seconds";

  /** Summary: from a task's start in the worker pool to its end. */
  public static final String WORKER_SERVICE = "poolbench_worker_service_seconds";

  /** Gauge: threads of Spring's task executor. */
  public static final String TASK_THREADS = "poolbench_task_executor_threads";

  /** Gauge: threads of Spring's task executor that run a task. */
  public static final String TASK_ACTIVE = "poolbench_task_executor_active_threads";

  /** Gauge: tasks in its queue. */
  public static final String TASK_QUEUE = "poolbench_task_executor_queue_tasks";

  /** Histogram of {@link #WORKER_WAIT}. */
  public static final String WORKER_WAIT_HISTOGRAM = "worker_wait_nanos";

  /** Histogram of {@link #WORKER_SERVICE}. */
  public static final String WORKER_SERVICE_HISTOGRAM = "worker_service_nanos";

  private WebMetrics() {}
}
