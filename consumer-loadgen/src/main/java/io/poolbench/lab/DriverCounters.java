package io.poolbench.lab;

import com.sun.management.OperatingSystemMXBean;
import io.poolbench.journal.CounterNames;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.result.Figures;
import io.poolbench.result.Metric;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A snapshot of this JVM's counters.
 *
 * @param pauseMillis total duration of the garbage collections that stop the threads of this JVM
 * @param jitMillis time of the JIT compiler; null if the JVM does not report it
 * @param threads empty if the kernel does not report them
 */
record DriverCounters(
    long nanoTime,
    long cpuNanos,
    long pauseMillis,
    Long jitMillis,
    Optional<ProcessThreads> threads) {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MILLIS_PER_SECOND = 1e3;

  static DriverCounters read() {
    var os = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return new DriverCounters(
        System.nanoTime(),
        os.getProcessCpuTime(),
        pauseMillis(ManagementFactory.getGarbageCollectorMXBeans()),
        compilerMillis(),
        ProcessThreads.read(ProcessHandle.current().pid()));
  }

  private static Long compilerMillis() {
    CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
    return jit == null || !jit.isCompilationTimeMonitoringSupported()
        ? null
        : (Long) jit.getTotalCompilationTime();
  }

  DriverCounters continuedBy(DriverCounters opened, DriverCounters closed) {
    return new DriverCounters(
        nanoTime + closed.nanoTime - opened.nanoTime,
        cpuNanos + closed.cpuNanos - opened.cpuNanos,
        pauseMillis + closed.pauseMillis - opened.pauseMillis,
        jitMillis == null || opened.jitMillis == null || closed.jitMillis == null
            ? null
            : (Long) (jitMillis + closed.jitMillis - opened.jitMillis),
        io.poolbench.lab.Counters.continued(threads, opened.threads, closed.threads));
  }

  /** The driver's figures since an earlier reading, as {@link Counters#since}. */
  Figures since(DriverCounters earlier, long calls, Long loadNanos, int cpus) {
    double cpu = cpuNanos - earlier.cpuNanos;
    double elapsed = loadNanos == null ? nanoTime - earlier.nanoTime : loadNanos;
    Figures figures =
        Figures.UNKNOWN
            .with(Metric.DRIVER_CPU, 100 * cpu / elapsed / cpus)
            .with(Metric.DRIVER_GC_PAUSE, pauseMillis - earlier.pauseMillis);
    if (jitMillis != null && earlier.jitMillis != null) {
      double jitNanos = 1e6 * (jitMillis - earlier.jitMillis);
      figures = figures.with(Metric.DRIVER_JIT, 100 * jitNanos / elapsed);
    }
    if (calls > 0) {
      figures = figures.with(Metric.DRIVER_CPU_PER_CALL, cpu / calls / 1000);
    }
    if (threads.isPresent() && earlier.threads.isPresent()) {
      ProcessThreads ran = threads.get().since(earlier.threads.get());
      figures =
          figures
              .with(Metric.DRIVER_BUSIEST_THREAD, 100 * ran.maxCpuNanos() / elapsed)
              .with(Metric.DRIVER_SWITCHES, ran.switchesPer(calls))
              .with(Metric.DRIVER_RUN_QUEUE_WAIT, ran.runQueueWaitMicros());
    }
    return figures;
  }

  Counters gainedSince(DriverCounters earlier) {
    Map<String, Double> gained = new HashMap<>();
    gained.put(Side.DRIVER.cpu(), (cpuNanos - earlier.cpuNanos) / NANOS_PER_SECOND);
    gained.put(
        CounterNames.DRIVER_COLLECTION_PAUSE,
        (pauseMillis - earlier.pauseMillis) / MILLIS_PER_SECOND);
    if (jitMillis != null && earlier.jitMillis != null) {
      gained.put(Side.DRIVER.jit(), (jitMillis - earlier.jitMillis) / MILLIS_PER_SECOND);
    }
    Counters counters = Counters.ofGained(gained);
    if (threads.isEmpty() || earlier.threads.isEmpty()) {
      return counters;
    }
    ProcessThreads ran = threads.get().since(earlier.threads.get());
    return counters
        .and(ran.counters(Side.DRIVER))
        .and(
            Counters.ofGained(
                Map.of(CounterNames.DRIVER_BUSIEST_THREAD, ran.maxCpuNanos() / NANOS_PER_SECOND)));
  }

  static long pauseMillis(List<GarbageCollectorMXBean> collectors) {
    long millis = 0;
    for (GarbageCollectorMXBean collector : collectors) {
      // Cycles run beside the threads.
      if (!collector.getName().endsWith("Cycles")) {
        millis += Math.max(0, collector.getCollectionTime()); // -1: unknown
      }
    }
    return millis;
  }
}
