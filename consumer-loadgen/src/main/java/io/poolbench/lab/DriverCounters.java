package io.poolbench.lab;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.poolbench.result.ContextSwitches;
import io.poolbench.result.DriverUse;
import java.lang.management.ManagementFactory;

/**
 * What this JVM has used so far.
 *
 * @param nanoTime when this was read
 * @param cpuNanos CPU time of the whole process
 * @param allocatedBytes heap allocated by the threads that are alive
 */
record DriverCounters(long nanoTime, long cpuNanos, long allocatedBytes) {

  static DriverCounters read() {
    var os = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    var threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    long allocated = 0;
    for (long bytes : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
      allocated += Math.max(0, bytes); // -1: the thread has ended meanwhile
    }
    return new DriverCounters(System.nanoTime(), os.getProcessCpuTime(), allocated);
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
    return new DriverUse(
        100 * cpu / elapsed / cpus,
        calls == 0 ? null : cpu / calls / 1000,
        calls == 0 ? null : allocated / calls,
        ContextSwitches.UNKNOWN,
        null,
        null,
        null);
  }
}
