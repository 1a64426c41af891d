package io.poolbench.result;

/**
 * What the host did for others in the measured window; null where unknown. Each figure is that of
 * the provider's CPUs or of the driver's, whichever was hit harder.
 *
 * @param stealPct CPU time that the hypervisor gave to other machines, in percent
 * @param otherPct CPU time of processes that are neither provider, driver nor Redis, in percent
 * @param frequencyChangePct how far the CPUs' mean frequency at the window's one end lies above
 *     that at its other end, in percent
 */
public record HostUse(Double stealPct, Double otherPct, Double frequencyChangePct) {
  /** Nothing is known. */
  public static final HostUse UNKNOWN = new HostUse(null, null, null);
}
