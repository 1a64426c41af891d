package io.poolbench.server;

import io.micrometer.core.instrument.Tags;
import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.server.dubbo.CallLimits;
import io.poolbench.server.metrics.PauseDetector;
import io.poolbench.server.metrics.ProcessMeters;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.pool.PoolSampler;
import io.poolbench.server.service.AsyncCalls;
import io.poolbench.server.timing.Distribution;
import java.util.function.LongSupplier;

/**
 * The metrics and histograms of a Dubbo provider. Pools are added one by one; with several pools
 * each has a label, and histograms contain all of them. Thread-safe once built.
 */
final class ProviderMeters extends ProcessMeters {
  ProviderMeters(
      Distribution redisReads, LongSupplier failedReads, AsyncCalls async, PauseDetector pauses) {
    super(pauses);
    counter(ProviderMetrics.REDIS_FAILED, failedReads::getAsLong);
    stage(ProviderMetrics.REDIS, ProviderHistograms.REDIS, redisReads);
    gauge(ProviderMetrics.ASYNC_OPEN, async::count);
    counter(ProviderMetrics.ASYNC_OPEN_TIME, () -> async.openNanos() / 1e9);
    stage(ProviderMetrics.COMPLETION, ProviderHistograms.COMPLETION, async.completions());
  }

  @Override
  public void pool(MeasuredExecutor pool, PoolSampler sampler, Tags tags) {
    super.pool(pool, sampler, tags);
    stage(ProviderMetrics.APPLICATION, ProviderHistograms.APPLICATION, pool.application(), tags);
  }

  /** Adds the limit of concurrent calls, if it refuses calls. */
  void add(CallLimits limits) {
    if (limits.executes().isPresent()) {
      counter(ProviderMetrics.LIMIT_REFUSED, limits::refused);
    }
  }

  void add(PinnedTime pinned) {
    counter(ProviderMetrics.PINNED, pinned::seconds);
  }
}
