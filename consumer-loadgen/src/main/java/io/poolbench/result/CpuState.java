package io.poolbench.result;

/**
 * The state of the provider's or of the driver's CPUs in a measured window; null if unknown.
 *
 * @param hiccupTp99Millis how late a thread on them wakes up from a sleep (TP99); on the provider's
 *     without its wait for a CPU, which a saturated provider has of itself
 * @param hiccupMaxMillis the same at most
 * @param gaugeNanos CPU time of a fixed amount of arithmetic, lower quartile
 * @param speedPct the best gauge known of this host relative to that one, in percent
 * @param throttledPct time for which a CPU quota stopped the process on them, in percent; at most,
 *     as others may share the quota
 * @param takenMillis CPU time on them that somebody else took: stolen by the hypervisor, used by
 *     other processes, or withheld by a CPU quota
 */
public record CpuState(
    Double hiccupTp99Millis,
    Double hiccupMaxMillis,
    Double gaugeNanos,
    Double speedPct,
    Double throttledPct,
    Double takenMillis) {
  public static final CpuState UNKNOWN = new CpuState(null, null, null, null, null, null);

  /** The same with the time throttled and the CPU time that others took; null if unknown. */
  public CpuState with(Double throttled, Double taken) {
    return new CpuState(hiccupTp99Millis, hiccupMaxMillis, gaugeNanos, speedPct, throttled, taken);
  }
}
