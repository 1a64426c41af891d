package io.poolbench.result;

/**
 * What the host did for others in the measured window; null where unknown.
 *
 * @param stealPct CPU time that the hypervisor gave to other machines, in percent of all CPUs
 * @param otherPct CPU time of processes that are neither provider, driver nor Redis, in percent of
 *     all CPUs
 * @param frequencyChangePct how far the CPU frequency that changed most did, in percent
 */
public record HostUse(Double stealPct, Double otherPct, Double frequencyChangePct) {
  /** Nothing is known. */
  public static final HostUse UNKNOWN = new HostUse(null, null, null);
}
