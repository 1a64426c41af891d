package io.poolbench.lab;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.poolbench.result.ContextSwitches;
import io.poolbench.result.DriverUse;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * What this JVM has used so far.
 *
 * @param nanoTime when this was read
 * @param cpuNanos CPU time of the whole process
 * @param allocatedBytes heap allocated by the threads that are alive, except the one that reads: it
 *     takes the measurement, and calls nobody
 * @param jitMillis time that the JIT compiler has spent; null where the JVM does not tell
 * @param pauses its collections, as far as they stop it
 * @param threads what the kernel knows of its threads; empty where it does not tell
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

  /**
   * What was used since an earlier reading.
   *
   * @param calls calls made in between
   * @param cpus CPUs that the driver may use
   */
  DriverUse since(DriverCounters earlier, long calls, int cpus) {
    double cpu = cpuNanos - earlier.cpuNanos;
    double elapsed = nanoTime - earlier.nanoTime;
    double allocated = Math.max(0, allocatedBytes - earlier.allocatedBytes);
    Optional<ProcessThreads> ran =
        threads.flatMap(now -> earlier.threads.map(then -> now.since(then)));
    return new DriverUse(
        100 * cpu / elapsed / cpus,
        ran.map(use -> 100 * use.mostCpuNanos() / elapsed).orElse(null),
        jitMillis == null || earlier.jitMillis == null
            ? null
            : 100 * 1e6 * (jitMillis - earlier.jitMillis) / elapsed,
        calls == 0 ? null : cpu / calls / 1000,
        calls == 0 ? null : allocated / calls,
        ran.map(use -> use.switchesPer(calls)).orElse(ContextSwitches.UNKNOWN),
        ran.map(ProcessThreads::runQueueWaitMicros).orElse(null),
        pauses.count() - earlier.pauses.count(),
        (double) (pauses.millis() - earlier.pauses.millis()));
  }
}
