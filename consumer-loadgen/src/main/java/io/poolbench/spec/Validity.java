package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;

/**
 * How far the driver itself may disturb a step before the step is INVALID. A bound may lie above
 * 100 %, which no share reaches: then it is none.
 *
 * @param driverCpuPct the driver's CPU time, in percent of the CPUs that it may use
 * @param runQueueWaitPct how long a call waits until threads of the driver get a CPU, in percent of
 *     the mean response time
 * @param gcPausePct the driver's own collections, in percent of the window
 * @param lagMillis how late the driver sends what is due (TP99)
 * @param hiccupPct how late threads of the driver's CPUs wake up, in percent of the SLA's bound on
 *     response times
 */
public record Validity(
    double driverCpuPct,
    double runQueueWaitPct,
    double gcPausePct,
    double lagMillis,
    double hiccupPct) {
  /** From it on a setting is no limit: a share cannot exceed it. */
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
