package io.poolbench.server;

import io.micrometer.core.instrument.Tags;
import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.server.dubbo.CallLimits;
import io.poolbench.server.metrics.PauseDetector;
import io.poolbench.server.metrics.ProcessMeters;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.pool.PoolSampler;
import io.poolbench.server.pool.ThreadPoolView;
import io.poolbench.server.service.AsyncCalls;
import io.poolbench.server.timing.Distribution;
import java.util.function.LongSupplier;

/**
 * The metrics and histograms of a Dubbo provider. Pools are added one by one; with several pools
 * each has a label, and histograms contain all of them. Thread-safe once built.
 */
final class ProviderMeters {
  private final ProcessMeters meters;

  ProviderMeters(
      Distribution redisReads, LongSupplier failedReads, AsyncCalls async, PauseDetector pauses) {
    meters = new ProcessMeters(pauses);
    meters.counter(ProviderMetrics.REDIS_FAILED, failedReads::getAsLong);
    meters.stage(ProviderMetrics.REDIS, ProviderHistograms.REDIS, redisReads);
    meters.gauge(ProviderMetrics.ASYNC_OPEN, async::count);
    meters.counter(ProviderMetrics.ASYNC_OPEN_TIME, () -> async.openNanos() / 1e9);
    meters.stage(ProviderMetrics.COMPLETION, ProviderHistograms.COMPLETION, async.completions());
  }

  void add(MeasuredExecutor pool, PoolSampler sampler, Tags tags) {
    meters.pool(pool, sampler, tags);
    meters.stage(
        ProviderMetrics.APPLICATION, ProviderHistograms.APPLICATION, pool.application(), tags);
  }

  /** Adds an unmeasured pool of Dubbo, whose tasks are not counted. */
  void add(ThreadPoolView pool, Tags tags) {
    meters.pool(pool, tags);
  }

  /** Adds the limit of concurrent calls, if it refuses calls. */
  void add(CallLimits limits) {
    if (limits.executes().isPresent()) {
      meters.counter(ProviderMetrics.LIMIT_REFUSED, limits::refused);
    }
  }

  /** Adds the waits of pinned virtual threads. */
  void add(PinnedTime pinned) {
    meters.counter(ProviderMetrics.PINNED, pinned::seconds);
  }

  ProcessMeters all() {
    return meters;
  }
}
