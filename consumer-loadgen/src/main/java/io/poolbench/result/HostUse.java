package io.poolbench.result;

/**
 * Disturbances of the host in the measured window; a value is null if unknown. The first three
 * percentages are the higher one of the provider's CPUs and the driver's CPUs.
 *
 * @param stealPct CPU time that the hypervisor gave to other machines, in percent
 * @param otherPct CPU time of processes other than provider, driver and Redis, in percent
 * @param frequencyChangePct difference between the CPUs' mean frequency at the start and at the end
 *     of the window, in percent of the lower one
 * @param driverCpusBusyPct busy time of the driver's CPUs for driver and Redis, in percent; null if
 *     the provider may use these CPUs too
 * @param providerPausedMillis total time in which the provider was paused outside garbage
 *     collection
 * @param redisHiccupMaxMillis the longest time that Redis took to answer the driver
 */
public record HostUse(
    Double stealPct,
    Double otherPct,
    Double frequencyChangePct,
    Double driverCpusBusyPct,
    Double providerPausedMillis,
    Double redisHiccupMaxMillis,
    CpuState provider,
    CpuState driver) {
  public static final HostUse UNKNOWN = new HostUse(null, null, null);

  public HostUse {
    provider = provider == null ? CpuState.UNKNOWN : provider;
    driver = driver == null ? CpuState.UNKNOWN : driver;
  }

  /** With disturbances by other processes and machines only. */
  public HostUse(Double stealPct, Double otherPct, Double frequencyChangePct) {
    this(stealPct, otherPct, frequencyChangePct, null, null, null, null, null);
  }

  public HostUse with(
      Double pausedMillis, Double redisMillis, CpuState ofProvider, CpuState ofDriver) {
    return new HostUse(
        stealPct,
        otherPct,
        frequencyChangePct,
        driverCpusBusyPct,
        pausedMillis,
        redisMillis,
        ofProvider,
        ofDriver);
  }

  /** Returns the worse values of both hosts; {@code other} is the provider's host. */
  public HostUse orWorse(HostUse other) {
    return new HostUse(
        worse(stealPct, other.stealPct),
        worse(otherPct, other.otherPct),
        worse(frequencyChangePct, other.frequencyChangePct),
        driverCpusBusyPct,
        providerPausedMillis,
        redisHiccupMaxMillis,
        other.provider,
        driver);
  }

  /** The larger percentage; null if both are unknown. */
  public static Double worse(Double one, Double other) {
    return one == null ? other : other == null ? one : (Double) Math.max(one, other);
  }
}
