package io.poolbench.server.web;

import io.poolbench.api.WebMetrics;
import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.server.metrics.PauseDetector;
import io.poolbench.server.metrics.ProcessMeters;
import io.poolbench.server.pool.MeasuredExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

final class WebMeters {
  private WebMeters() {}

  static ProcessMeters of(
      WebContainer.Threads container,
      RequestMeter requests,
      MeasuredExecutor workers,
      ThreadPoolTaskExecutor tasks,
      PauseDetector pauses) {
    ProcessMeters meters = new ProcessMeters(pauses);
    meters.gauge(ProviderMetrics.POOL_SIZE, container::count);
    meters.gauge(WebMetrics.CONTAINER_BUSY, container::busy);
    meters.gauge(ProviderMetrics.QUEUE_SIZE, container::queued);
    meters.gauge(ProviderMetrics.POOL_ACTIVE, requests::held);
    meters.counter(ProviderMetrics.POOL_ACTIVE_TIME, () -> requests.heldNanos() / 1e9);
    meters.counter(ProviderMetrics.POOL_COMPLETED, requests::answered);
    meters.stage(ProviderMetrics.SERVICE, ProviderHistograms.SERVICE, requests.holds());
    meters.gauge(ProviderMetrics.ASYNC_OPEN, requests::openAsync);
    meters.counter(ProviderMetrics.ASYNC_OPEN_TIME, () -> requests.openAsyncNanos() / 1e9);
    meters.gauge(WebMetrics.WORKER_ACTIVE, workers::running);
    meters.counter(WebMetrics.WORKER_ACTIVE_TIME, () -> workers.runningNanos() / 1e9);
    meters.counter(WebMetrics.WORKER_QUEUE_TIME, () -> workers.waitingNanos() / 1e9);
    meters.gauge(WebMetrics.WORKER_QUEUE, () -> workers.threadPool().orElseThrow().queued());
    meters.stage(WebMetrics.WORKER_WAIT, WebMetrics.WORKER_WAIT_HISTOGRAM, workers.queueWait());
    meters.stage(WebMetrics.WORKER_SERVICE, WebMetrics.WORKER_SERVICE_HISTOGRAM, workers.service());
    meters.gauge(WebMetrics.TASK_THREADS, tasks::getPoolSize);
    meters.gauge(WebMetrics.TASK_ACTIVE, tasks::getActiveCount);
    meters.gauge(WebMetrics.TASK_QUEUE, tasks::getQueueSize);
    return meters;
  }
}
