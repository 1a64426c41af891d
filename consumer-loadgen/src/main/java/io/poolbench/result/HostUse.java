package io.poolbench.result;

/**
 * Disturbances of the host in the measured window; null if unknown. Each value is the higher one of
 * the provider's CPUs and the driver's.
 *
 * @param stealPct CPU time that the hypervisor gave to other machines, in percent
 * @param otherPct CPU time of processes that are neither provider, driver nor Redis, in percent
 * @param frequencyChangePct the difference of the CPUs' mean frequency between the window's start
 *     and end, in percent of the lower one
 */
public record HostUse(Double stealPct, Double otherPct, Double frequencyChangePct) {
  /** All values unknown. */
  public static final HostUse UNKNOWN = new HostUse(null, null, null);
}
