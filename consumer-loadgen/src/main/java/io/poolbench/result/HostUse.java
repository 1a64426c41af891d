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

  /**
   * The state of the provider's or the driver's CPUs in a measured window; a value is null if
   * unknown.
   *
   * @param hiccupTp99Millis TP99 of the delay with which a sleeping thread wakes up. On the
   *     provider's CPUs the thread's wait for a CPU is excluded, because a saturated provider
   *     causes it itself
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
      return new CpuState(
          hiccupTp99Millis, hiccupMaxMillis, gaugeNanos, speedPct, throttled, taken);
    }
  }

  /**
   * Interruptions of the provider in a measured window, from its own counters. Percentiles of a
   * closed loop hardly show them, because only the calls in flight are late.
   *
   * @param pausedSeconds total time in which the provider was paused outside garbage collection
   * @param failedReads Redis reads that failed or found no record
   * @param slowestReadMillis the longest Redis read; 0 without reads
   */
  public record Disturbances(double pausedSeconds, long failedReads, double slowestReadMillis) {
    public static final Disturbances NONE = new Disturbances(0, 0, 0);
  }
}
