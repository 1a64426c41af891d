package io.poolbench.server.metrics;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.sun.management.OperatingSystemMXBean;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.poolbench.api.ProviderMetrics;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.pool.PoolSampler;
import io.poolbench.server.timing.Distribution;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * The provider's figures under the names of {@link ProviderMetrics}. Thread-safe; reading them
 * changes nothing.
 */
public final class ProviderMeters {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

  /**
   * @param redisReads how long reads of Redis took
   * @param failedReads how many of them failed so far
   */
  public ProviderMeters(
      MeasuredExecutor pool,
      PoolSampler sampler,
      Distribution redisReads,
      LongSupplier failedReads,
      PauseDetector standstill) {
    gauge(ProviderMetrics.CLOCK, () -> System.nanoTime() / 1e9);
    gauge(ProviderMetrics.POOL_SIZE, pool::threads);
    gauge(ProviderMetrics.POOL_ACTIVE, pool::running);
    gauge(ProviderMetrics.QUEUE_SIZE, pool::queued);
    counter(ProviderMetrics.POOL_COMPLETED, () -> pool.service().count());
    counter(ProviderMetrics.POOL_REJECTED, pool::rejected);
    counter(ProviderMetrics.POOL_FALSELY_REJECTED, pool::spuriouslyRejected);
    counter(ProviderMetrics.POOL_SAMPLES, () -> sampler.running().count());
    counter(ProviderMetrics.POOL_ACTIVE_SAMPLED, () -> sampler.running().sum());
    counter(ProviderMetrics.QUEUE_SAMPLED, () -> sampler.queued().sum());
    counter(ProviderMetrics.REDIS_FAILED, failedReads::getAsLong);
    counter(ProviderMetrics.PAUSE, standstill::seconds);
    summary(ProviderMetrics.QUEUE_WAIT, pool.queueWait());
    summary(ProviderMetrics.SERVICE, pool.service());
    summary(ProviderMetrics.REDIS, redisReads);
    summary(ProviderMetrics.REST, pool.rest());

    OperatingSystemMXBean os = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    counter(ProviderMetrics.CPU, () -> os.getProcessCpuTime() / 1e9);
    CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
    if (jit != null && jit.isCompilationTimeMonitoringSupported()) {
      counter(ProviderMetrics.JIT, () -> jit.getTotalCompilationTime() / 1e3);
    }
    List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    GarbageCollections young = GarbageCollections.young(collectors);
    counter(ProviderMetrics.GC_YOUNG_COUNT, young::count);
    counter(ProviderMetrics.GC_YOUNG_PAUSE, young::pauseSeconds);
    GarbageCollections full = GarbageCollections.full(collectors);
    counter(ProviderMetrics.GC_FULL_COUNT, full::count);
    counter(ProviderMetrics.GC_FULL_PAUSE, full::pauseSeconds);
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

  private void summary(String name, Distribution nanos) {
    FunctionTimer.builder(name, nanos, n -> n.count(), n -> n.sum(), NANOSECONDS)
        .register(registry);
  }
}
