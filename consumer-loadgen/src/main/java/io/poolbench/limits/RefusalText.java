package io.poolbench.limits;

import io.poolbench.api.EffectivePool;
import io.poolbench.api.PoolConfig;
import io.poolbench.journal.FigureText;

/** What becomes of a call that a pool cannot take, as the end of a sentence about the pool. */
public final class RefusalText {
  static final String UNKNOWN = "shows no threads and no queue: when it refuses a call is unknown";

  private static final String NONE = "refuses no call before memory or threads run out";

  private RefusalText() {}

  /** Of a pool of Dubbo's, all of which refuse calls. */
  static String of(PoolConfig pool) {
    return pool.maxTasks() == Long.MAX_VALUE ? NONE : "refuses a call " + beyond(pool.maxTasks());
  }

  /** By the pool's size and its handler. */
  public static String of(EffectivePool pool) {
    if (pool.mostCalls().isEmpty()) {
      return pool.hasUnknownThreads() ? UNKNOWN : NONE;
    }
    String beyond = beyond(pool.mostCalls().getAsLong());
    String handler = pool.rejectedBy() == null ? "" : pool.rejectedBy();
    return switch (handler) {
      case "ThreadPoolExecutor$CallerRunsPolicy" ->
          "refuses none: the I/O thread runs a call " + beyond;
      case "ThreadPoolExecutor$DiscardPolicy" -> "leaves a call without an answer " + beyond;
      case "ThreadPoolExecutor$DiscardOldestPolicy" ->
          "leaves the oldest waiting call without an answer for one " + beyond;
      case "", "ThreadPoolExecutor$AbortPolicy", "AbortPolicyWithReport" ->
          "refuses a call " + beyond;
      default -> "leaves a call to its own %s %s".formatted(handler, beyond);
    };
  }

  private static String beyond(long calls) {
    return "beyond %s at once".formatted(FigureText.count(calls));
  }
}
