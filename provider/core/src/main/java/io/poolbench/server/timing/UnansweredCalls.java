package io.poolbench.server.timing;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The number of calls that have arrived and are not answered yet. The pool reports their arrival
 * and their end, the service, on the same thread, their answer.
 *
 * <p>A call counts from {@link #opened()} on, until the first of: it is {@link #dropped}, its work
 * is {@link #answered()}, or its thread {@link #end}s it. So it is counted once, even if its work
 * answers twice or not at all. Calls may nest on a thread, as in an executor that runs tasks on the
 * submitting thread; an answer then belongs to the innermost call.
 *
 * <p>Thread-safe. Exact at each instant, unlike a sum over stripes. Takes no lock, and allocates
 * once per thread.
 */
public final class UnansweredCalls {
  private final AtomicInteger calls = new AtomicInteger();

  /** Whether the thread runs a call that is unanswered. */
  private final ThreadLocal<boolean[]> unanswered = ThreadLocal.withInitial(() -> new boolean[1]);

  /** Counts a call that has arrived. */
  public void opened() {
    calls.incrementAndGet();
  }

  /** Removes a call that will never run. */
  public void dropped() {
    calls.decrementAndGet();
  }

  /**
   * Starts a call on the calling thread.
   *
   * @return the state of the call that this one interrupts on the thread, for {@link #end}
   */
  public boolean begin() {
    boolean[] current = unanswered.get();
    boolean outer = current[0];
    current[0] = true;
    return outer;
  }

  /** Marks the calling thread's call as answered; no effect if it was, or if there is none. */
  public void answered() {
    boolean[] current = unanswered.get();
    if (current[0]) {
      current[0] = false;
      calls.decrementAndGet();
    }
  }

  /** Ends the calling thread's call, which is then answered. */
  public void end(boolean outer) {
    boolean[] current = unanswered.get();
    if (current[0]) {
      calls.decrementAndGet();
    }
    current[0] = outer;
  }

  /** Calls that are unanswered now. */
  public int count() {
    return calls.get();
  }
}
