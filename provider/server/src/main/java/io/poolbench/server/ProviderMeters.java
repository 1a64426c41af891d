package io.poolbench.server;

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
 * The metrics and histograms of a Dubbo provider. Pools are added one by one; the metrics of
 * several pools are summed. Thread-safe once built.
 */
final class ProviderMeters extends ProcessMeters {
  ProviderMeters(
      Distribution redisReads, LongSupplier failedReads, AsyncCalls async, PauseDetector pauses) {
    super(pauses);
    value(ProviderMetrics.REDIS_FAILED, failedReads::getAsLong);
    summary(ProviderMetrics.REDIS, redisReads);
    histogram(ProviderHistograms.REDIS, redisReads);
    value(ProviderMetrics.ASYNC_OPEN, async::count);
    value(ProviderMetrics.ASYNC_OPEN_TIME, () -> async.openNanos() / 1e9);
    summary(ProviderMetrics.COMPLETION, async.completions());
  }

  @Override
  public void pool(MeasuredExecutor pool, PoolSampler sampler) {
    super.pool(pool, sampler);
    summary(ProviderMetrics.APPLICATION, pool.application());
  }

  /** Adds the limit of concurrent calls, if it refuses calls. */
  void add(CallLimits limits) {
    if (limits.executes().isPresent()) {
      value(ProviderMetrics.LIMIT_REFUSED, limits::refused);
    }
  }

  void add(PinnedTime pinned) {
    value(ProviderMetrics.PINNED, pinned::seconds);
  }
}
