package io.poolbench.lab;

import com.sun.management.OperatingSystemMXBean;
import io.poolbench.core.GarbageCollections;
import io.poolbench.journal.CounterNames;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Durations;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/** Reads the counters of this JVM. */
final class DriverCounters {
  private DriverCounters() {}

  /**
   * @param gauge as {@link DriverGauge#read}
   */
  static ProcessCounters read(Map<String, Durations> gauge) {
    var os = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    Map<String, Double> totals = new HashMap<>();
    totals.put(Side.DRIVER.cpu(), os.getProcessCpuTime() / 1e9);
    totals.put(
        CounterNames.DRIVER_COLLECTION_PAUSE,
        GarbageCollections.all(ManagementFactory.getGarbageCollectorMXBeans()).pauseSeconds());
    CompilationMXBean jit = ManagementFactory.getCompilationMXBean();
    if (jit != null && jit.isCompilationTimeMonitoringSupported()) {
      totals.put(Side.DRIVER.jit(), jit.getTotalCompilationTime() / 1e3);
    }
    return new ProcessCounters(
        totals, Map.of(), gauge, ProcessThreads.read(ProcessHandle.current().pid()));
  }
}
