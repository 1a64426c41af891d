package io.poolbench.limits;

import io.poolbench.api.EffectivePool;
import io.poolbench.api.PoolConfig;
import io.poolbench.journal.FigureText;
import java.util.Optional;

/** What becomes of a call that a pool cannot take, as the end of a sentence about the pool. */
public final class RefusalText {
  private static final String REFUSES = "refuses a call ";

  private static final String UNKNOWN =
      "shows no threads and no queue: when it refuses a call is unknown";

  private static final String NONE = "refuses no call before memory or threads run out";

  private RefusalText() {}

  /** A sentence about a pool and the one that runs today, which is short where both refuse. */
  static String compared(PoolConfig pool, String before, Optional<EffectivePool> today) {
    String one = of(pool);
    String other = today.map(RefusalText::of).orElse(UNKNOWN);
    return one.startsWith(REFUSES) && other.startsWith(REFUSES)
        ? "%s refuses %s; %s %s."
            .formatted(
                pool.label(),
                one.substring(REFUSES.length()),
                before,
                other.substring(REFUSES.length()))
        : "%s %s; %s %s.".formatted(pool.label(), one, before, other);
  }

  /** Of a pool of Dubbo's, all of which refuse calls. */
  static String of(PoolConfig pool) {
    return pool.maxTasks() == Long.MAX_VALUE ? NONE : REFUSES + beyond(pool.maxTasks());
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
      case "ThreadPoolExecutor$DiscardPolicy" -> "drops a call without an answer " + beyond;
      case "ThreadPoolExecutor$DiscardOldestPolicy" ->
          "drops the oldest waiting call for each " + beyond;
      case "", "ThreadPoolExecutor$AbortPolicy", "AbortPolicyWithReport" -> REFUSES + beyond;
      default -> "has its own %s for a call %s".formatted(handler, beyond);
    };
  }

  private static String beyond(long calls) {
    return "beyond %s at once".formatted(FigureText.count(calls));
  }
}
