package io.poolbench.lab;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
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
import java.util.stream.LongStream;

/**
 * A snapshot of this JVM's counters.
 *
 * @param allocatedBytes heap allocated by the live threads, except the thread that takes this
 *     reading, which makes no calls
 * @param jitMillis time of the JIT compiler; null if the JVM does not report it
 * @param threads empty if the kernel does not report them
 */
record DriverCounters(
    long nanoTime,
    long cpuNanos,
    long allocatedBytes,
    Long jitMillis,
    GcPauses pauses,
    Optional<ProcessThreads> threads) {

  static DriverCounters read() {
    var os = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    var threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    long reader = Thread.currentThread().getId();
    long[] ids = LongStream.of(threads.getAllThreadIds()).filter(id -> id != reader).toArray();
    long allocated = 0;
    for (long bytes : threads.getThreadAllocatedBytes(ids)) {
      allocated += Math.max(0, bytes); // -1: the thread has ended meanwhile
    }
    return new DriverCounters(
        System.nanoTime(),
        os.getProcessCpuTime(),
        allocated,
        compilerMillis(),
        GcPauses.of(ManagementFactory.getGarbageCollectorMXBeans()),
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
        // Without the allocations of threads that ended meanwhile.
        allocatedBytes + Math.max(0, closed.allocatedBytes - opened.allocatedBytes),
        jitMillis == null || opened.jitMillis == null || closed.jitMillis == null
            ? null
            : (Long) (jitMillis + closed.jitMillis - opened.jitMillis),
        new GcPauses(
            pauses.count() + closed.pauses.count() - opened.pauses.count(),
            pauses.millis() + closed.pauses.millis() - opened.pauses.millis()),
        io.poolbench.lab.Counters.continued(threads, opened.threads, closed.threads));
  }

  /** The driver's figures since an earlier reading, as {@link Counters#since}. */
  Figures since(DriverCounters earlier, long calls, Long loadNanos, int cpus) {
    double cpu = cpuNanos - earlier.cpuNanos;
    double elapsed = loadNanos == null ? nanoTime - earlier.nanoTime : loadNanos;
    double allocated = Math.max(0, allocatedBytes - earlier.allocatedBytes);
    Figures figures =
        Figures.UNKNOWN
            .with(Metric.DRIVER_CPU, 100 * cpu / elapsed / cpus)
            .with(Metric.DRIVER_GC_COUNT, pauses.count() - earlier.pauses.count())
            .with(Metric.DRIVER_GC_PAUSE, pauses.millis() - earlier.pauses.millis());
    if (jitMillis != null && earlier.jitMillis != null) {
      double jitNanos = 1e6 * (jitMillis - earlier.jitMillis);
      figures = figures.with(Metric.DRIVER_JIT, 100 * jitNanos / elapsed);
    }
    if (calls > 0) {
      figures =
          figures
              .with(Metric.DRIVER_CPU_PER_CALL, cpu / calls / 1000)
              .with(Metric.DRIVER_ALLOCATION_PER_CALL, allocated / calls);
    }
    if (threads.isPresent() && earlier.threads.isPresent()) {
      ProcessThreads ran = threads.get().since(earlier.threads.get());
      figures =
          figures
              .with(Metric.DRIVER_BUSIEST_THREAD, 100 * ran.maxCpuNanos() / elapsed)
              .with(Metric.DRIVER_VOLUNTARY_SWITCHES, ran.voluntarySwitchesPer(calls))
              .with(Metric.DRIVER_INVOLUNTARY_SWITCHES, ran.involuntarySwitchesPer(calls))
              .with(Metric.DRIVER_RUN_QUEUE_WAIT, ran.runQueueWaitMicros());
    }
    return figures;
  }

  Counters gainedSince(DriverCounters earlier) {
    Map<String, Double> gained = new HashMap<>();
    gained.put(Side.DRIVER.cpu(), (cpuNanos - earlier.cpuNanos) / NANOS_PER_SECOND);
    gained.put(
        CounterNames.DRIVER_ALLOCATED,
        (double) Math.max(0, allocatedBytes - earlier.allocatedBytes));
    gained.put(CounterNames.DRIVER_COLLECTIONS, (double) (pauses.count() - earlier.pauses.count()));
    gained.put(
        CounterNames.DRIVER_COLLECTION_PAUSE,
        (pauses.millis() - earlier.pauses.millis()) / MILLIS_PER_SECOND);
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

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MILLIS_PER_SECOND = 1e3;

  /** Number and total duration of the garbage collections that stop the threads of this JVM. */
  record GcPauses(long count, long millis) {
    /**
     * Sums all collectors except concurrent cycles: ZGC and Shenandoah report them beside the
     * pauses that they contain, and a cycle stops no thread.
     */
    static GcPauses of(List<? extends GarbageCollectorMXBean> collectors) {
      long count = 0;
      long millis = 0;
      for (GarbageCollectorMXBean collector : collectors) {
        if (!collector.getName().endsWith("Cycles")) {
          count += Math.max(0, collector.getCollectionCount()); // -1: unknown
          millis += Math.max(0, collector.getCollectionTime());
        }
      }
      return new GcPauses(count, millis);
    }
  }
}
