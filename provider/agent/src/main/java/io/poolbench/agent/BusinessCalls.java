package io.poolbench.agent;

import io.poolbench.server.timing.UnansweredCalls;

/** The calls of business methods that threads run. Thread-safe. */
final class BusinessCalls {
  private final UnansweredCalls unanswered = new UnansweredCalls();

  /** The business methods of a thread that call one another. */
  private final ThreadLocal<int[]> depth = ThreadLocal.withInitial(() -> new int[1]);

  /** The accepted calls that are not answered yet. */
  UnansweredCalls unanswered() {
    return unanswered;
  }

  void begun() {
    depth.get()[0]++;
  }

  void ended() {
    if (--depth.get()[0] == 0) {
      unanswered.answered();
    }
  }
}
