package io.poolbench.api;

import io.poolbench.core.ProviderMetrics;

/**
 * Names of a web provider's metrics in addition to {@link ProviderMetrics}, which in a web provider
 * refer to the container: the pool is the container's; a running task is a thread in the
 * application, from the first filter to the last; a completed task is an answered request; {@link
 * ProviderMetrics#SERVICE} is the time for which one dispatch of a request holds a thread.
 */
public final class WebMetrics {
  /** Gauge: threads of the worker pool that run a task. */
  public static final String WORKER_ACTIVE = "poolbench_worker_active_threads";

  /** Gauge: tasks in the worker pool's queue. */
  public static final String WORKER_QUEUE = "poolbench_worker_queue_tasks";

  /** Gauge: threads of Spring's task executor that run a task. */
  public static final String TASK_ACTIVE = "poolbench_task_executor_active_threads";

  /** Gauge: tasks in the queue of Spring's task executor. */
  public static final String TASK_QUEUE = "poolbench_task_executor_queue_tasks";

  private WebMetrics() {}
}
