package io.poolbench.result;

/**
 * What interrupted a measured window, by the provider's own counters. A closed loop's percentiles
 * hardly show it: of all its calls only those under way are late.
 *
 * @param pausedSeconds how long nothing of the provider ran, garbage collections not counted
 * @param failedReads reads of Redis that failed, or found no record
 * @param slowestReadMillis the longest read of Redis; 0 where there was none
 */
public record Disturbances(double pausedSeconds, long failedReads, double slowestReadMillis) {
  /** None. */
  public static final Disturbances NONE = new Disturbances(0, 0, 0);
}
