package io.poolbench.server.timing;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many calls have come and are not answered yet: where one part of the program takes calls in
 * and runs them, and another part, on the same thread, knows when the answer of one is settled.
 *
 * <p>A call counts from {@link #opened()} on, and until the first of these: it is {@link #dropped},
 * its work is {@link #answered()}, or its thread {@link #end}s it. So it is counted once and taken
 * off once, even where its work answers more than once or not at all. Calls may nest on a thread,
 * as where the caller runs what it submits; an answer is then the innermost one's.
 *
 * <p>Thread-safe. Exact at each instant, not a sum over stripes that others change meanwhile. Takes
 * no lock, and allocates nothing except once a thread.
 */
public final class UnansweredCalls {
  private final AtomicInteger calls = new AtomicInteger();

  /** Whether the call that the thread is running, if any, is unanswered. */
  private final ThreadLocal<boolean[]> unanswered = ThreadLocal.withInitial(() -> new boolean[1]);

  /** A call has come. */
  public void opened() {
    calls.incrementAndGet();
  }

  /** A call that has come will never run. */
  public void dropped() {
    calls.decrementAndGet();
  }

  /**
   * The calling thread begins to run a call that has come.
   *
   * @return what {@link #end} needs, about the call that this one interrupts on the thread
   */
  public boolean begin() {
    boolean[] current = unanswered.get();
    boolean outer = current[0];
    current[0] = true;
    return outer;
  }

  /**
   * The call that the calling thread runs is answered; no effect if it was, or if there is none.
   */
  public void answered() {
    boolean[] current = unanswered.get();
    if (current[0]) {
      current[0] = false;
      calls.decrementAndGet();
    }
  }

  /**
   * The calling thread has run its call to the end, which answers it at the latest.
   *
   * @param outer what {@link #begin()} has returned for this call
   */
  public void end(boolean outer) {
    answered();
    unanswered.get()[0] = outer;
  }

  /** Calls that have come and are not answered, now. */
  public int count() {
    return calls.get();
  }
}
