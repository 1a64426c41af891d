package io.poolbench.server;

import io.poolbench.api.ProviderHistograms;
import io.poolbench.api.ProviderMetrics;
import io.poolbench.server.metrics.PauseDetector;
import io.poolbench.server.metrics.ProcessMeters;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.pool.PoolSampler;
import io.poolbench.server.pool.ThreadPoolView;
import io.poolbench.server.timing.Distribution;
import java.util.function.LongSupplier;

/** The metrics and histograms of a Dubbo provider. Thread-safe. */
final class ProviderMeters {
  private final ProcessMeters meters;

  /**
   * Those of a provider whose pool is measured.
   *
   * @param redisReads durations of Redis reads
   * @param failedReads how many of them failed
   */
  ProviderMeters(
      MeasuredExecutor pool,
      PoolSampler sampler,
      Distribution redisReads,
      LongSupplier failedReads,
      PauseDetector pauses) {
    this(redisReads, failedReads, pauses);
    meters.gauge(ProviderMetrics.POOL_ACTIVE, pool::running);
    meters.counter(ProviderMetrics.POOL_COMPLETED, () -> pool.service().count());
    meters.counter(ProviderMetrics.POOL_REJECTED, pool::rejected);
    meters.counter(ProviderMetrics.POOL_SAMPLES, () -> sampler.running().count());
    meters.counter(ProviderMetrics.POOL_ACTIVE_TIME, () -> pool.runningNanos() / 1e9);
    meters.counter(ProviderMetrics.QUEUE_TIME, () -> pool.waitingNanos() / 1e9);
    meters.stage(ProviderMetrics.QUEUE_WAIT, ProviderHistograms.QUEUE_WAIT, pool.queueWait());
    meters.stage(ProviderMetrics.SERVICE, ProviderHistograms.SERVICE, pool.service());
    meters.stage(ProviderMetrics.APPLICATION, ProviderHistograms.APPLICATION, pool.application());
    meters.histogram(ProviderHistograms.POOL_ACTIVE, sampler.running());
    if (pool.threadPool().isPresent()) {
      threadPool(pool, sampler);
    }
  }

  /**
   * Those of a provider with Dubbo's own pool, whose tasks nobody counts.
   *
   * @param redisReads durations of Redis reads
   * @param failedReads how many of them failed
   */
  ProviderMeters(
      ThreadPoolView pool,
      Distribution redisReads,
      LongSupplier failedReads,
      PauseDetector pauses) {
    this(redisReads, failedReads, pauses);
    meters.gauge(ProviderMetrics.POOL_ACTIVE, pool::busy);
    meters.gauge(ProviderMetrics.POOL_SIZE, pool::threads);
    meters.gauge(ProviderMetrics.QUEUE_SIZE, pool::queued);
  }

  private ProviderMeters(Distribution redisReads, LongSupplier failedReads, PauseDetector pauses) {
    meters = new ProcessMeters(pauses);
    meters.counter(ProviderMetrics.REDIS_FAILED, failedReads::getAsLong);
    meters.stage(ProviderMetrics.REDIS, ProviderHistograms.REDIS, redisReads);
  }

  /** Figures of the current pool at each scrape: it may be renewed. */
  private void threadPool(MeasuredExecutor pool, PoolSampler sampler) {
    meters.gauge(ProviderMetrics.POOL_SIZE, () -> pool.threadPool().orElseThrow().threads());
    meters.gauge(ProviderMetrics.QUEUE_SIZE, () -> pool.threadPool().orElseThrow().queued());
    meters.counter(ProviderMetrics.POOL_BUSY_SAMPLED, () -> sampler.busyNanos() / 1e9);
    meters.counter(ProviderMetrics.POOL_SPURIOUSLY_REJECTED, pool::spuriouslyRejected);
    meters.histogram(ProviderHistograms.QUEUE_SIZE, sampler.queued());
  }

  /** All of them, to be served. */
  ProcessMeters all() {
    return meters;
  }
}
