package io.poolbench.result;

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
