package io.poolbench.lab;

import com.sun.management.OperatingSystemMXBean;
import io.poolbench.journal.CounterNames;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
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
