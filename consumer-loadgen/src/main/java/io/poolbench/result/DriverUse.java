package io.poolbench.result;

import java.util.Objects;

/**
 * What the driver itself took in the measured window; null where unknown.
 *
 * @param cpuPct CPU time, in percent of the CPUs that the driver may use
 * @param busiestThreadPct CPU time of the thread that took most, in percent of one CPU: a thread of
 *     an event loop can be at its limit while the CPUs together are not
 * @param jitPct time that its JIT compiler spent, in percent of one CPU
 * @param cpuMicrosPerCall CPU time per call
 * @param allocBytesPerCall heap allocated per call
 * @param switches context switches per call
 * @param runQueueWaitMicros how long its threads waited for a CPU each time that they got one, mean
 * @param gcCount its own collections
 * @param gcPauseMillis time in them
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
    Double gcPauseMillis) {
  /** Nothing is known. */
  public static final DriverUse UNKNOWN =
      new DriverUse(null, null, null, null, null, ContextSwitches.UNKNOWN, null, null, null);

  public DriverUse {
    Objects.requireNonNull(switches, "switches");
  }
}
