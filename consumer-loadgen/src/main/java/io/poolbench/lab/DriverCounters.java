package io.poolbench.lab;

import com.sun.management.OperatingSystemMXBean;
import io.poolbench.journal.CounterNames;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Durations;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Reads the counters of this JVM. */
final class DriverCounters {
  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final double MILLIS_PER_SECOND = 1e3;

  private DriverCounters() {}

  /**
   * @param gauge as {@link DriverGauge#read}
   */
  static ProcessCounters read(Map<String, Durations> gauge) {
    var os = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    Map<String, Double> totals = new HashMap<>();
    totals.put(Side.DRIVER.cpu(), os.getProcessCpuTime() / NANOS_PER_SECOND);
    totals.put(
        CounterNames.DRIVER_COLLECTION_PAUSE,
        pauseMillis(ManagementFactory.getGarbageCollectorMXBeans()) / MILLIS_PER_SECOND);
    CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
    if (jit != null && jit.isCompilationTimeMonitoringSupported()) {
      totals.put(Side.DRIVER.jit(), jit.getTotalCompilationTime() / MILLIS_PER_SECOND);
    }
    return new ProcessCounters(
        totals, Map.of(), gauge, ProcessThreads.read(ProcessHandle.current().pid()));
  }

  /** The total duration of the garbage collections that stop the threads of this JVM. */
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
