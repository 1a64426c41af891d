package io.poolbench.server.metrics;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.sun.management.OperatingSystemMXBean;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.poolbench.core.AgentProtocol;
import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.core.StartException;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.pool.PoolSampler;
import io.poolbench.server.timing.Distribution;
import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * The metrics and histograms of a provider as text: see {@link ProviderMetrics} and {@link
 * ProviderHistograms}. Metrics of the process and the JVM are always present; a provider adds its
 * own. Thread-safe.
 */
public class ProcessMeters {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Map<String, List<Distribution>> histograms = new ConcurrentHashMap<>();

  public ProcessMeters(PauseDetector pauses) {
    gauge(ProviderMetrics.CLOCK, () -> System.nanoTime() / 1e9);
    counter(ProviderMetrics.PAUSE, pauses::seconds);
    histogram(ProviderHistograms.HICCUPS, pauses.hiccups());
    histogram(ProviderHistograms.CPU_GAUGE, pauses.rounds());
    jvm();
  }

  private void jvm() {
    OperatingSystemMXBean os = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    gauge(ProviderMetrics.RESIDENT, ProcessMemory::residentBytes);
    counter(ProviderMetrics.CPU, () -> os.getProcessCpuTime() / 1e9);
    CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
    if (jit != null && jit.isCompilationTimeMonitoringSupported()) {
      counter(ProviderMetrics.JIT, () -> jit.getTotalCompilationTime() / 1e3);
    }
    List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    gauge(ProviderMetrics.HEAP_AFTER_GC, () -> ProcessMemory.heapAfterGcBytes(collectors));
    GarbageCollections young = GarbageCollections.young(collectors);
    counter(ProviderMetrics.GC_YOUNG_COUNT, young::count);
    counter(ProviderMetrics.GC_YOUNG_PAUSE, young::pauseSeconds);
    GarbageCollections full = GarbageCollections.full(collectors);
    counter(ProviderMetrics.GC_FULL_COUNT, full::count);
    counter(ProviderMetrics.GC_FULL_PAUSE, full::pauseSeconds);
  }

  public String metrics() {
    return registry.scrape();
  }

  public String histograms() {
    return histograms.entrySet().stream()
        .map(named -> named.getKey() + " " + encode(Distribution.sum(named.getValue())) + "\n")
        .collect(Collectors.joining());
  }

  private static String encode(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }

  public void gauge(String name, DoubleSupplier value) {
    gauge(name, value, Tags.empty());
  }

  public void gauge(String name, DoubleSupplier value, Tags tags) {
    Gauge.builder(name, value::getAsDouble).tags(tags).register(registry);
  }

  public void counter(String name, DoubleSupplier value) {
    counter(name, value, Tags.empty());
  }

  public void counter(String name, DoubleSupplier value, Tags tags) {
    // A meter refers to its state object weakly: the supplier is the state object, and the function
    // that reads it keeps it alive.
    FunctionCounter.builder(name, value, supplier -> value.getAsDouble())
        .tags(tags)
        .register(registry);
  }

  public void stage(String summary, String histogram, Distribution nanos) {
    stage(summary, histogram, nanos, Tags.empty());
  }

  /** Adds durations as a summary with labels and as a part of a histogram. */
  public void stage(String summary, String histogram, Distribution nanos, Tags tags) {
    FunctionTimer.builder(summary, nanos, n -> n.count(), n -> n.sum(), NANOSECONDS)
        .tags(tags)
        .register(registry);
    histogram(histogram, nanos);
  }

  public void summary(String name, LongSupplier count, LongSupplier nanos, Tags tags) {
    // Referenced weakly, as a counter's state is: the functions keep it alive.
    LongSupplier[] both = {count, nanos};
    FunctionTimer.builder(
            name, both, state -> both[0].getAsLong(), state -> both[1].getAsLong(), NANOSECONDS)
        .tags(tags)
        .register(registry);
  }

  /** Adds values to a histogram, which contains all values added under its name. */
  public void histogram(String name, Distribution values) {
    histograms.computeIfAbsent(name, unknown -> new CopyOnWriteArrayList<>()).add(values);
  }

  /** Adds a measured pool. */
  public void pool(MeasuredExecutor pool, PoolSampler sampler, Tags tags) {
    gauge(ProviderMetrics.POOL_ACTIVE, pool::running, tags);
    counter(ProviderMetrics.POOL_COMPLETED, () -> pool.service().count(), tags);
    counter(ProviderMetrics.POOL_REJECTED, pool::rejected, tags);
    counter(ProviderMetrics.POOL_SAMPLES, () -> sampler.running().count(), tags);
    counter(ProviderMetrics.POOL_ACTIVE_TIME, () -> pool.runningNanos() / 1e9, tags);
    counter(ProviderMetrics.QUEUE_TIME, () -> pool.waitingNanos() / 1e9, tags);
    stage(ProviderMetrics.QUEUE_WAIT, ProviderHistograms.QUEUE_WAIT, pool.queueWait(), tags);
    stage(ProviderMetrics.SERVICE, ProviderHistograms.SERVICE, pool.service(), tags);
    histogram(ProviderHistograms.POOL_ACTIVE, sampler.running());
    gauge(ProviderMetrics.QUEUE_SIZE, pool::waiting, tags);
    histogram(ProviderHistograms.QUEUE_SIZE, sampler.queued());
    if (pool.threadPool().isPresent()) {
      // The current pool at each scrape, because it may be renewed.
      gauge(ProviderMetrics.POOL_SIZE, () -> pool.threadPool().get().getPoolSize(), tags);
      counter(ProviderMetrics.POOL_BUSY_SAMPLED, () -> sampler.busyNanos() / 1e9, tags);
      counter(ProviderMetrics.POOL_SPURIOUSLY_REJECTED, pool::spuriouslyRejected, tags);
    }
  }

  /** Serves metrics and histograms on loopback, at any free port. */
  public MetricsEndpoint serve() throws StartException {
    return serve(Collections.emptyMap());
  }

  /** Serves metrics, histograms and further texts, by their paths, likewise. */
  public MetricsEndpoint serve(Map<String, Supplier<String>> further) throws StartException {
    Map<String, Supplier<String>> texts = new HashMap<>(further);
    texts.put(ProviderMetrics.PATH, this::metrics);
    texts.put(ProviderHistograms.PATH, this::histograms);
    try {
      return new MetricsEndpoint(texts);
    } catch (IOException e) {
      throw StartException.cannotListen("metrics", AgentProtocol.LOOPBACK, 0, e);
    }
  }
}
