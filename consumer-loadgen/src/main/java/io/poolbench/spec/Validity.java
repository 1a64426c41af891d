package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;

/**
 * How far driver and host may disturb a step before it is INVALID. A bound may lie above 100 %,
 * which no share reaches: then it is none.
 *
 * @param driverCpuPct the driver's CPU time, in percent of the CPUs that it may use
 * @param runQueueWaitPct how long a call waits until threads of the driver get a CPU, in percent of
 *     the mean response time
 * @param gcPausePct the driver's own collections, in percent of the window
 * @param lagMillis how late the driver sends what is due (TP99)
 * @param stealPct CPU time that the hypervisor gave to others, in percent of the provider's or of
 *     the driver's CPUs
 * @param frequencyChangePct how far the frequency of the provider's or of the driver's CPUs changes
 * @param otherLoadPct CPU time of processes that are not ours, in percent of the provider's or of
 *     the driver's CPUs
 * @param speedLossPct how much slower than the fastest seen in the run a CPU is, before the cell
 *     and in a step
 * @param jitPct CPU time of the provider's JIT compiler, in percent of the CPUs that it may use
 * @param driftPct standard deviation of TPS within a window beyond what its noise explains, in
 *     percent of the mean
 * @param hiccupPct how late threads of the driver's CPUs wake up, in percent of the SLA's bound on
 *     response times
 * @param providerThrottledPct time for which a CPU quota stopped the provider, in percent of its
 *     CPUs; null for no limit, as in results of earlier versions
 * @param driverThrottledPct the same of the driver
 */
public record Validity(
    double driverCpuPct,
    double runQueueWaitPct,
    double gcPausePct,
    double lagMillis,
    double stealPct,
    double frequencyChangePct,
    double otherLoadPct,
    double speedLossPct,
    double jitPct,
    double driftPct,
    double hiccupPct,
    Double providerThrottledPct,
    Double driverThrottledPct) {
  /** From it on a setting is no limit: a share cannot exceed it. */
  public static final double NO_LIMIT_PCT = 100;

  public Validity {
    requireBound("driverCpu", driverCpuPct, "%");
    requireBound("runQueueWait", runQueueWaitPct, "%");
    requireBound("gcPause", gcPausePct, "%");
    requireBound("lag", lagMillis, "ms");
    requireBound("steal", stealPct, "%");
    requireBound("frequencyChange", frequencyChangePct, "%");
    requireBound("otherLoad", otherLoadPct, "%");
    requireBound("speedLoss", speedLossPct, "%");
    requireBound("jit", jitPct, "%");
    requireBound("drift", driftPct, "%");
    requireBound("hiccup", hiccupPct, "%");
    providerThrottledPct = orNone(providerThrottledPct);
    driverThrottledPct = orNone(driverThrottledPct);
    requireBound("providerThrottled", providerThrottledPct, "%");
    requireBound("driverThrottled", driverThrottledPct, "%");
  }

  /** The least speed that a CPU must have, in percent of the fastest in the run. */
  public double slowestPct() {
    return 100 - speedLossPct;
  }

  private static Double orNone(Double limitPct) {
    return limitPct == null ? (Double) NO_LIMIT_PCT : limitPct;
  }

  private static void requireBound(String setting, double bound, String unit) {
    if (!(bound > 0) || Double.isInfinite(bound)) {
      throw new InvalidSettingException(
          setting, bound + unit + " out of range (valid: above 0" + unit + ")");
    }
  }
}
