package io.poolbench.server.metrics;

import com.google.gson.JsonObject;
import com.sun.management.OperatingSystemMXBean;
import io.poolbench.core.GarbageCollections;
import io.poolbench.core.ProviderHistograms;
import io.poolbench.core.ProviderMetrics;
import io.poolbench.server.pool.MeasuredExecutor;
import io.poolbench.server.pool.PoolSampler;
import io.poolbench.server.timing.Distribution;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.DoubleSupplier;
import org.HdrHistogram.Histogram;

/**
 * The metrics and histograms of a provider: see {@link ProviderMetrics} and {@link
 * ProviderHistograms}. Metrics of the process and the JVM are always present; a provider adds its
 * own. The value of a name is the sum of all that was added under it. Thread-safe.
 */
public class ProcessMeters {
  private final Map<String, List<DoubleSupplier>> values = new ConcurrentHashMap<>();
  private final Map<String, List<Distribution>> histograms = new ConcurrentHashMap<>();

  public ProcessMeters(PauseDetector pauses) {
    value(ProviderMetrics.PAUSE, pauses::seconds);
    histogram(ProviderHistograms.HICCUPS, pauses.hiccups());
    histogram(ProviderHistograms.CPU_GAUGE, pauses.rounds());
    jvm();
  }

  private void jvm() {
    OperatingSystemMXBean os = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    value(ProviderMetrics.RESIDENT, ProcessMemory::residentBytes);
    value(ProviderMetrics.CPU, () -> os.getProcessCpuTime() / 1e9);
    CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
    if (jit != null && jit.isCompilationTimeMonitoringSupported()) {
      value(ProviderMetrics.JIT, () -> jit.getTotalCompilationTime() / 1e3);
    }
    List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    value(ProviderMetrics.HEAP_AFTER_GC, () -> ProcessMemory.heapAfterGcBytes(collectors));
    GarbageCollections young = GarbageCollections.young(collectors);
    value(ProviderMetrics.GC_YOUNG_COUNT, young::count);
    value(ProviderMetrics.GC_YOUNG_PAUSE, young::pauseSeconds);
    GarbageCollections full = GarbageCollections.full(collectors);
    value(ProviderMetrics.GC_FULL_COUNT, full::count);
    value(ProviderMetrics.GC_FULL_PAUSE, full::pauseSeconds);
  }

  /** The values by name; without those that are unknown now. */
  public JsonObject values() {
    JsonObject read = new JsonObject();
    values.forEach(
        (name, parts) -> {
          double sum = parts.stream().mapToDouble(DoubleSupplier::getAsDouble).sum();
          if (!Double.isNaN(sum)) {
            read.addProperty(name, sum);
          }
        });
    return read;
  }

  /** The texts of the histograms by name. */
  public JsonObject histograms() {
    JsonObject read = new JsonObject();
    histograms.forEach((name, parts) -> read.addProperty(name, encode(Distribution.sum(parts))));
    return read;
  }

  private static String encode(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }

  /** Adds a value, or a part of one. */
  public void value(String name, DoubleSupplier value) {
    values.computeIfAbsent(name, unknown -> new CopyOnWriteArrayList<>()).add(value);
  }

  /** Adds durations as a summary: their number and their sum in seconds. */
  public void summary(String name, Distribution nanos) {
    value(ProviderMetrics.count(name), nanos::count);
    value(ProviderMetrics.sum(name), () -> nanos.sum() / 1e9);
  }

  /** Adds values to a histogram, which contains all values added under its name. */
  public void histogram(String name, Distribution values) {
    histograms.computeIfAbsent(name, unknown -> new CopyOnWriteArrayList<>()).add(values);
  }

  /** Adds a measured pool. */
  public void pool(MeasuredExecutor pool, PoolSampler sampler) {
    value(ProviderMetrics.POOL_ACTIVE, pool::running);
    value(ProviderMetrics.POOL_COMPLETED, () -> pool.service().count());
    value(ProviderMetrics.POOL_REJECTED, pool::rejected);
    value(ProviderMetrics.POOL_ACTIVE_TIME, () -> pool.runningNanos() / 1e9);
    value(ProviderMetrics.QUEUE_TIME, () -> pool.waitingNanos() / 1e9);
    summary(ProviderMetrics.QUEUE_WAIT, pool.queueWait());
    summary(ProviderMetrics.SERVICE, pool.service());
    histogram(ProviderHistograms.SERVICE, pool.service());
    value(ProviderMetrics.QUEUE_SIZE, pool::waiting);
    histogram(ProviderHistograms.QUEUE_SIZE, sampler.queued());
    if (pool.threadPool().isPresent()) {
      // The current pool at each reading, because it may be renewed.
      value(ProviderMetrics.POOL_SIZE, () -> pool.threadPool().get().getPoolSize());
      value(ProviderMetrics.POOL_BUSY_SAMPLED, () -> sampler.busyNanos() / 1e9);
      value(ProviderMetrics.POOL_SPURIOUSLY_REJECTED, pool::spuriouslyRejected);
    }
  }
}
