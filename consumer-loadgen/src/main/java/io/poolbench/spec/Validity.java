package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;

/**
 * Limits on how far the driver itself may disturb a step before the step is INVALID. A limit above
 * 100 %, which no share reaches, is no limit.
 *
 * @param driverCpuPct the driver's CPU time, in percent of the CPUs that it may use
 * @param runQueueWaitPct how long a call waits until threads of the driver get a CPU, in percent of
 *     the SLA's lowest bound on a percentile, or without one of the mean response time
 * @param gcPausePct the driver's own GC pauses, in percent of the window
 * @param lagMillis TP99 of the delay with which the driver sends due requests
 * @param hiccupPct how late threads on the driver's CPUs wake up, in percent of the SLA's bound on
 *     response times
 */
public record Validity(
    double driverCpuPct,
    double runQueueWaitPct,
    double gcPausePct,
    double lagMillis,
    double hiccupPct) {
  /** At or above this value a setting is no limit, because no share exceeds it. */
  public static final double NO_LIMIT_PCT = 100;

  public Validity {
    requireBound("driverCpu", driverCpuPct, "%");
    requireBound("runQueueWait", runQueueWaitPct, "%");
    requireBound("gcPause", gcPausePct, "%");
    requireBound("lag", lagMillis, "ms");
    requireBound("hiccup", hiccupPct, "%");
  }

  private static void requireBound(String setting, double bound, String unit) {
    if (!(bound > 0) || Double.isInfinite(bound)) {
      throw new InvalidSettingException(
          setting, bound + unit + " out of range (valid: above 0" + unit + ")");
    }
  }
}
