package io.poolbench.server.metrics;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.sun.management.OperatingSystemMXBean;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.poolbench.api.ProviderHistograms;
import io.poolbench.api.ProviderMetrics;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.pool.PoolSampler;
import io.poolbench.server.pool.ThreadPoolView;
import io.poolbench.server.timing.Distribution;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * The provider's metrics and histograms as text: see {@link ProviderMetrics} and {@link
 * ProviderHistograms}. Thread-safe.
 */
public final class ProviderMeters {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Map<String, Distribution> histograms = new HashMap<>();

  /**
   * Those of a provider whose pool is measured.
   *
   * @param redisReads durations of Redis reads
   * @param failedReads how many of them failed
   */
  public ProviderMeters(
      MeasuredExecutor pool,
      PoolSampler sampler,
      Distribution redisReads,
      LongSupplier failedReads,
      PauseDetector pauses) {
    this(redisReads, failedReads, pauses);
    gauge(ProviderMetrics.POOL_ACTIVE, pool::running);
    counter(ProviderMetrics.POOL_COMPLETED, () -> pool.service().count());
    counter(ProviderMetrics.POOL_REJECTED, pool::rejected);
    counter(ProviderMetrics.POOL_SAMPLES, () -> sampler.running().count());
    counter(ProviderMetrics.POOL_ACTIVE_TIME, () -> pool.runningNanos() / 1e9);
    counter(ProviderMetrics.QUEUE_TIME, () -> pool.waitingNanos() / 1e9);
    stage(ProviderMetrics.QUEUE_WAIT, ProviderHistograms.QUEUE_WAIT, pool.queueWait());
    stage(ProviderMetrics.SERVICE, ProviderHistograms.SERVICE, pool.service());
    stage(ProviderMetrics.APPLICATION, ProviderHistograms.APPLICATION, pool.application());
    histograms.put(ProviderHistograms.POOL_ACTIVE, sampler.running());
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
  public ProviderMeters(
      ThreadPoolView pool,
      Distribution redisReads,
      LongSupplier failedReads,
      PauseDetector pauses) {
    this(redisReads, failedReads, pauses);
    gauge(ProviderMetrics.POOL_ACTIVE, pool::busy);
    gauge(ProviderMetrics.POOL_SIZE, pool::threads);
    gauge(ProviderMetrics.QUEUE_SIZE, pool::queued);
  }

  private ProviderMeters(Distribution redisReads, LongSupplier failedReads, PauseDetector pauses) {
    gauge(ProviderMetrics.CLOCK, () -> System.nanoTime() / 1e9);
    counter(ProviderMetrics.REDIS_FAILED, failedReads::getAsLong);
    counter(ProviderMetrics.PAUSE, pauses::seconds);
    stage(ProviderMetrics.REDIS, ProviderHistograms.REDIS, redisReads);
    histograms.put(ProviderHistograms.HICCUPS, pauses.hiccups());
    histograms.put(ProviderHistograms.CPU_GAUGE, pauses.rounds());
    jvm();
  }

  /** Figures of the current pool at each scrape: it may be renewed. */
  private void threadPool(MeasuredExecutor pool, PoolSampler sampler) {
    gauge(ProviderMetrics.POOL_SIZE, () -> pool.threadPool().orElseThrow().threads());
    gauge(ProviderMetrics.QUEUE_SIZE, () -> pool.threadPool().orElseThrow().queued());
    counter(ProviderMetrics.POOL_BUSY_SAMPLED, () -> sampler.busyNanos() / 1e9);
    counter(ProviderMetrics.POOL_SPURIOUSLY_REJECTED, pool::spuriouslyRejected);
    histograms.put(ProviderHistograms.QUEUE_SIZE, sampler.queued());
  }

  private void jvm() {
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

  /** All metrics of this moment in Prometheus text format. */
  public String metrics() {
    return registry.scrape();
  }

  /** All histograms of this moment, one per line. */
  public String histograms() {
    return histograms.entrySet().stream()
        .map(named -> named.getKey() + " " + encode(named.getValue().snapshot()) + "\n")
        .collect(Collectors.joining());
  }

  private static String encode(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }

  private void gauge(String name, DoubleSupplier value) {
    Gauge.builder(name, value::getAsDouble).register(registry);
  }

  // A meter holds its state object weakly: here the supplier is the state, and the function that
  // reads it keeps it alive.
  private void counter(String name, DoubleSupplier value) {
    FunctionCounter.builder(name, value, supplier -> value.getAsDouble()).register(registry);
  }

  private void stage(String summary, String histogram, Distribution nanos) {
    FunctionTimer.builder(summary, nanos, n -> n.count(), n -> n.sum(), NANOSECONDS)
        .register(registry);
    histograms.put(histogram, nanos);
  }
}
