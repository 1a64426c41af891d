package io.poolbench.server;

import io.micrometer.core.instrument.Tags;
import io.poolbench.api.ProviderHistograms;
import io.poolbench.api.ProviderMetrics;
import io.poolbench.server.metrics.PauseDetector;
import io.poolbench.server.metrics.ProcessMeters;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.pool.PoolSampler;
import io.poolbench.server.pool.ThreadPoolView;
import io.poolbench.server.service.AsyncCalls;
import io.poolbench.server.timing.Distribution;
import java.util.function.LongSupplier;

/**
 * The metrics and histograms of a Dubbo provider. Those of the pools are added pool by pool: where
 * there are several, each has a label, and a histogram is of all of them. Thread-safe once built.
 */
final class ProviderMeters {
  private final ProcessMeters meters;

  /**
   * Those of its services, without a pool.
   *
   * @param redisReads durations of Redis reads
   * @param failedReads how many of them failed
   * @param async calls for which no thread waits
   */
  ProviderMeters(
      Distribution redisReads, LongSupplier failedReads, AsyncCalls async, PauseDetector pauses) {
    meters = new ProcessMeters(pauses);
    meters.counter(ProviderMetrics.REDIS_FAILED, failedReads::getAsLong);
    meters.stage(ProviderMetrics.REDIS, ProviderHistograms.REDIS, redisReads);
    meters.gauge(ProviderMetrics.ASYNC_OPEN, async::count);
    meters.counter(ProviderMetrics.ASYNC_OPEN_TIME, () -> async.openNanos() / 1e9);
    meters.stage(ProviderMetrics.COMPLETION, ProviderHistograms.COMPLETION, async.completions());
  }

  /** Adds a pool that is measured. */
  void add(MeasuredExecutor pool, PoolSampler sampler, Tags tags) {
    meters.gauge(ProviderMetrics.POOL_ACTIVE, pool::running, tags);
    meters.counter(ProviderMetrics.POOL_COMPLETED, () -> pool.service().count(), tags);
    meters.counter(ProviderMetrics.POOL_REJECTED, pool::rejected, tags);
    meters.counter(ProviderMetrics.POOL_SAMPLES, () -> sampler.running().count(), tags);
    meters.counter(ProviderMetrics.POOL_ACTIVE_TIME, () -> pool.runningNanos() / 1e9, tags);
    meters.counter(ProviderMetrics.QUEUE_TIME, () -> pool.waitingNanos() / 1e9, tags);
    meters.stage(ProviderMetrics.QUEUE_WAIT, ProviderHistograms.QUEUE_WAIT, pool.queueWait(), tags);
    meters.stage(ProviderMetrics.SERVICE, ProviderHistograms.SERVICE, pool.service(), tags);
    meters.stage(
        ProviderMetrics.APPLICATION, ProviderHistograms.APPLICATION, pool.application(), tags);
    meters.histogram(ProviderHistograms.POOL_ACTIVE, sampler.running());
    if (pool.threadPool().isPresent()) {
      threadPool(pool, sampler, tags);
    }
  }

  /** Figures of the current pool at each scrape: it may be renewed. */
  private void threadPool(MeasuredExecutor pool, PoolSampler sampler, Tags tags) {
    meters.gauge(ProviderMetrics.POOL_SIZE, () -> pool.threadPool().orElseThrow().threads(), tags);
    meters.gauge(ProviderMetrics.QUEUE_SIZE, () -> pool.threadPool().orElseThrow().queued(), tags);
    meters.counter(ProviderMetrics.POOL_BUSY_SAMPLED, () -> sampler.busyNanos() / 1e9, tags);
    meters.counter(ProviderMetrics.POOL_SPURIOUSLY_REJECTED, pool::spuriouslyRejected, tags);
    meters.histogram(ProviderHistograms.QUEUE_SIZE, sampler.queued());
  }

  /** Adds a pool of Dubbo's own, whose tasks nobody counts. */
  void add(ThreadPoolView pool, Tags tags) {
    meters.gauge(ProviderMetrics.POOL_ACTIVE, pool::busy, tags);
    meters.gauge(ProviderMetrics.POOL_SIZE, pool::threads, tags);
    meters.gauge(ProviderMetrics.QUEUE_SIZE, pool::queued, tags);
  }

  /** All of them, to be served. */
  ProcessMeters all() {
    return meters;
  }
}
