package io.poolbench.server.metrics;

import io.micrometer.core.instrument.Tags;
import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.pool.PoolSampler;
import io.poolbench.server.pool.ThreadPoolView;

/** The metrics and histograms of business pools. Thread-safe. */
public final class PoolMeters {
  private final ProcessMeters meters;

  public PoolMeters(ProcessMeters meters) {
    this.meters = meters;
  }

  public void add(MeasuredExecutor pool, PoolSampler sampler, Tags tags) {
    meters.gauge(ProviderMetrics.POOL_ACTIVE, pool::running, tags);
    meters.counter(ProviderMetrics.POOL_COMPLETED, () -> pool.service().count(), tags);
    meters.counter(ProviderMetrics.POOL_REJECTED, pool::rejected, tags);
    meters.counter(ProviderMetrics.POOL_SAMPLES, () -> sampler.running().count(), tags);
    meters.counter(ProviderMetrics.POOL_ACTIVE_TIME, () -> pool.runningNanos() / 1e9, tags);
    meters.counter(ProviderMetrics.QUEUE_TIME, () -> pool.waitingNanos() / 1e9, tags);
    meters.stage(ProviderMetrics.QUEUE_WAIT, ProviderHistograms.QUEUE_WAIT, pool.queueWait(), tags);
    meters.stage(ProviderMetrics.SERVICE, ProviderHistograms.SERVICE, pool.service(), tags);
    meters.histogram(ProviderHistograms.POOL_ACTIVE, sampler.running());
    meters.gauge(ProviderMetrics.QUEUE_SIZE, pool::waiting, tags);
    meters.histogram(ProviderHistograms.QUEUE_SIZE, sampler.queued());
    if (pool.threadPool().isPresent()) {
      threadPool(pool, sampler, tags);
    }
  }

  /** Adds metrics that read the current pool at each scrape, because the pool may be renewed. */
  private void threadPool(MeasuredExecutor pool, PoolSampler sampler, Tags tags) {
    meters.gauge(ProviderMetrics.POOL_SIZE, () -> pool.threadPool().get().threads(), tags);
    meters.counter(ProviderMetrics.POOL_BUSY_SAMPLED, () -> sampler.busyNanos() / 1e9, tags);
    meters.counter(ProviderMetrics.POOL_SPURIOUSLY_REJECTED, pool::spuriouslyRejected, tags);
  }

  /** Adds an unmeasured pool of Dubbo, whose tasks are not counted. */
  public void add(ThreadPoolView pool, Tags tags) {
    meters.gauge(ProviderMetrics.POOL_ACTIVE, pool::busy, tags);
    meters.gauge(ProviderMetrics.POOL_SIZE, pool::threads, tags);
    meters.gauge(ProviderMetrics.QUEUE_SIZE, pool::queued, tags);
  }
}
