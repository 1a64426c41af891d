package io.poolbench.server.metrics;

import static java.util.concurrent.TimeUnit.SECONDS;

import com.sun.management.OperatingSystemMXBean;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.poolbench.api.ProviderMetrics;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.pool.PoolPeaks;
import io.poolbench.server.timing.DurationSum;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.DoubleSupplier;

/**
 * The provider's figures under the names of {@link ProviderMetrics}.
 *
 * <p>Thread-safe. The two maxima are since the scrape before: reading them resets them, so there
 * should be one reader.
 */
public final class ProviderMeters {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  public ProviderMeters(MeasuredExecutor pool, PoolPeaks peaks, DurationSum redisReads) {
    gauge(ProviderMetrics.CLOCK, () -> System.nanoTime() / 1e9);
    gauge(ProviderMetrics.POOL_SIZE, pool::threads);
    gauge(ProviderMetrics.POOL_ACTIVE, pool::running);
    gauge(ProviderMetrics.POOL_ACTIVE_MAX, peaks::takeRunning);
    gauge(ProviderMetrics.QUEUE_SIZE, pool::queued);
    gauge(ProviderMetrics.QUEUE_MAX, peaks::takeQueued);
    counter(ProviderMetrics.POOL_COMPLETED, () -> pool.service().count());
    counter(ProviderMetrics.POOL_REJECTED, pool::rejected);
    summary(ProviderMetrics.QUEUE_WAIT, pool.queueWait());
    summary(ProviderMetrics.SERVICE, pool.service());
    summary(ProviderMetrics.REDIS, redisReads);

    OperatingSystemMXBean os = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    counter(ProviderMetrics.CPU, () -> os.getProcessCpuTime() / 1e9);
    CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
    if (jit != null && jit.isCompilationTimeMonitoringSupported()) {
      counter(ProviderMetrics.JIT, () -> jit.getTotalCompilationTime() / 1e3);
    }
    GarbageCollections collections =
        new GarbageCollections(ManagementFactory.getGarbageCollectorMXBeans());
    counter(ProviderMetrics.GC_COUNT, collections::count);
    counter(ProviderMetrics.GC_PAUSE, collections::pauseSeconds);
  }

  /** All figures of this moment as Prometheus text. */
  public String scrape() {
    return registry.scrape();
  }

  private void gauge(String name, DoubleSupplier value) {
    Gauge.builder(name, value::getAsDouble).register(registry);
  }

  // The meter holds its state weakly; the supplier itself is the state, and the function that reads
  // it keeps it alive.
  private void counter(String name, DoubleSupplier value) {
    FunctionCounter.builder(name, value, supplier -> value.getAsDouble()).register(registry);
  }

  private void summary(String name, DurationSum sum) {
    FunctionTimer.builder(name, sum, s -> sum.count(), s -> sum.total(SECONDS), SECONDS)
        .register(registry);
  }
}
