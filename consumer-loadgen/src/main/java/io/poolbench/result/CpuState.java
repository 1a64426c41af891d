package io.poolbench.result;

/**
 * The state of the provider's or the driver's CPUs in a measured window; a value is null if
 * unknown.
 *
 * @param hiccupTp99Millis TP99 of the delay with which a sleeping thread wakes up. On the
 *     provider's CPUs the thread's wait for a CPU is excluded, because a saturated provider causes
 *     it itself
 * @param hiccupMaxMillis the maximum of this delay
 * @param gaugeNanos CPU time of a fixed amount of arithmetic, lower quartile over the window
 * @param speedPct the host's best known {@code gaugeNanos} relative to this one, in percent
 * @param throttledPct upper limit of the time for which a CPU quota stopped the process, in
 *     percent; other processes may share the quota
 * @param takenMillis CPU time that was stolen by the hypervisor, used by other processes, or
 *     withheld by a CPU quota
 */
public record CpuState(
    Double hiccupTp99Millis,
    Double hiccupMaxMillis,
    Double gaugeNanos,
    Double speedPct,
    Double throttledPct,
    Double takenMillis) {
  public static final CpuState UNKNOWN = new CpuState(null, null, null, null, null, null);

  public CpuState with(Double throttled, Double taken) {
    return new CpuState(hiccupTp99Millis, hiccupMaxMillis, gaugeNanos, speedPct, throttled, taken);
  }
}
