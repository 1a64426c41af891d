package io.poolbench.result;

/**
 * Disturbances of the host in the measured window; null if unknown. Each percentage is the higher
 * one of the provider's CPUs and the driver's.
 *
 * @param stealPct CPU time that the hypervisor gave to other machines, in percent
 * @param otherPct CPU time of processes that are neither provider, driver nor Redis, in percent
 * @param frequencyChangePct the difference of the CPUs' mean frequency between the window's start
 *     and end, in percent of the lower one
 * @param driverCpusBusyPct time in which the driver's CPUs worked for the driver and Redis, in
 *     percent; null where the provider may use them too
 * @param providerPausedMillis total time in which the provider was paused outside garbage
 *     collection
 * @param redisHiccupMaxMillis the longest time that Redis took to answer the driver
 * @param provider the provider's CPUs
 * @param driver the driver's CPUs
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

  /** Of which only disturbances by others are known. */
  public HostUse(Double stealPct, Double otherPct, Double frequencyChangePct) {
    this(stealPct, otherPct, frequencyChangePct, null, null, null, null, null);
  }

  /** The same with the pauses of provider and Redis, and the CPUs of provider and driver. */
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

  /** The same with the disturbances of the provider's host, where they are worse. */
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

  /** The larger of two percentages; null if both are unknown. */
  public static Double worse(Double one, Double other) {
    return one == null ? other : other == null ? one : (Double) Math.max(one, other);
  }
}
