package io.poolbench.result;

import java.util.Objects;

/**
 * The driver's own resource use in the measured window; null if unknown.
 *
 * @param cpuPct CPU time, in percent of the CPUs that the driver may use
 * @param busiestThreadPct CPU time of the busiest thread, in percent of one CPU: an event loop
 *     thread can be saturated while the CPUs together are not
 * @param jitPct time of its JIT compiler, in percent of one CPU
 * @param cpuMicrosPerCall CPU time per call
 * @param allocBytesPerCall heap allocated per call
 * @param switches context switches per call
 * @param runQueueWaitMicros mean wait of its threads for a CPU, per wait
 * @param gcCount its garbage collections
 * @param gcPauseMillis their total pause time
 * @param reconnects connections that replaced a lost or closed one; null of a client that does not
 *     count them, and in results of earlier versions
 */
public record DriverUse(
    Double cpuPct,
    Double busiestThreadPct,
    Double jitPct,
    Double cpuMicrosPerCall,
    Double allocBytesPerCall,
    ContextSwitches switches,
    Double runQueueWaitMicros,
    Long gcCount,
    Double gcPauseMillis,
    Long reconnects) {
  /** All values unknown. */
  public static final DriverUse UNKNOWN =
      new DriverUse(null, null, null, null, null, ContextSwitches.UNKNOWN, null, null, null, null);

  public DriverUse {
    Objects.requireNonNull(switches, "switches");
  }

  /** The same use with a count of reconnects; null if unknown. */
  public DriverUse with(Long reconnectCount) {
    return new DriverUse(
        cpuPct,
        busiestThreadPct,
        jitPct,
        cpuMicrosPerCall,
        allocBytesPerCall,
        switches,
        runQueueWaitMicros,
        gcCount,
        gcPauseMillis,
        reconnectCount);
  }
}
