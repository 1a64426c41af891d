package io.poolbench.server.timing;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The number of calls that have arrived and are not answered yet. The pool reports arrival and end
 * of a call, the service reports the answer on the same thread.
 *
 * <p>A call counts from {@link #opened()} until the first of {@link #dropped}, {@link #answered()}
 * and {@link #end}. It is therefore counted once, even if the service reports two answers or none.
 * Calls may nest on a thread, as in an executor that runs tasks on the submitting thread; an answer
 * then belongs to the innermost call.
 *
 * <p>Thread-safe. Exact at each instant, unlike a sum over stripes. Takes no lock, and allocates
 * once per thread.
 */
public final class UnansweredCalls {
  private final AtomicInteger calls = new AtomicInteger();

  /** Whether the thread runs an unanswered call. */
  private final ThreadLocal<boolean[]> unanswered = ThreadLocal.withInitial(() -> new boolean[1]);

  public void opened() {
    calls.incrementAndGet();
  }

  /** Removes a call that will never run. */
  public void dropped() {
    calls.decrementAndGet();
  }

  /** Starts a call; returns the state of the enclosing call on the thread, for {@link #end}. */
  public boolean begin() {
    boolean[] current = unanswered.get();
    boolean outer = current[0];
    current[0] = true;
    return outer;
  }

  /** Marks the thread's call as answered; no effect if it already was, or without a call. */
  public void answered() {
    boolean[] current = unanswered.get();
    if (current[0]) {
      current[0] = false;
      calls.decrementAndGet();
    }
  }

  /** Ends the calling thread's call and counts it as answered. */
  public void end(boolean outer) {
    boolean[] current = unanswered.get();
    if (current[0]) {
      calls.decrementAndGet();
    }
    current[0] = outer;
  }

  public int count() {
    return calls.get();
  }
}
