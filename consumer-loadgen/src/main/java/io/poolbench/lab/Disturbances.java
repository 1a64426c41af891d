package io.poolbench.lab;

import io.poolbench.result.FigureText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What broke into a window, by the provider's own counters. Then the window's figures tell of the
 * break and not of the pool: a closed loop's percentiles hardly show a freeze, for of all its calls
 * only those under way are late.
 *
 * @param pausedSeconds for how long nothing of the provider ran, though no collection stopped it
 * @param failedReads how many reads of Redis failed, or found no record
 * @param slowestReadMillis the longest read of Redis; 0 where there was none
 */
public record Disturbances(double pausedSeconds, long failedReads, double slowestReadMillis) {
  /** What a provider short of CPU may make of a read, however impatient its callers are. */
  private static final Duration LEAST_STALL = Duration.ofSeconds(1);

  /** Whether Redis gave cause to ask whether it still serves. */
  public boolean ofRedis() {
    return failedReads > 0;
  }

  /**
   * Why nothing can be said of the window, a line for each reason; empty where nothing broke in.
   *
   * @param timeout when callers give a call up
   */
  public List<String> doubts(Duration timeout) {
    List<String> doubts = new ArrayList<>();
    if (pausedSeconds > 0) {
      doubts.add(
          "the provider stood still for "
              + FigureText.measure(pausedSeconds)
              + " s, and not for a collection: it was frozen, or its machine was");
    }
    if (failedReads > 0) {
      doubts.add("Redis failed " + FigureText.count(failedReads) + " reads");
    }
    Duration stall = timeout.compareTo(LEAST_STALL) > 0 ? timeout : LEAST_STALL;
    // A provider that stood still was late to read what Redis had answered in time.
    if (pausedSeconds == 0 && slowestReadMillis >= stall.toMillis()) {
      doubts.add(
          "a read of Redis took "
              + FigureText.measure(slowestReadMillis)
              + " ms, longer than a call may take (valid: less than "
              + FigureText.count(stall.toMillis())
              + " ms)");
    }
    return List.copyOf(doubts);
  }
}
