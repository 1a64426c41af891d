package io.poolbench.load;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The requests of one rate: the next to send, and the number that have come due.
 *
 * <p>The backlog is not stored. It is the distance between two readers of one sequence: one at the
 * next request to send, of the sending thread, the other at the next to come due, of the thread
 * that counts.
 */
final class RequestStream {
  private final long startNanos;
  private final Arrivals arrivals;
  private final Arrivals comingDue;
  private final AtomicLong passed = new AtomicLong();
  private long nextNanos;
  private long due;
  private long nextDueNanos;

  /**
   * @param sequence creates the same sequence every time
   */
  RequestStream(Supplier<Arrivals> sequence, long startNanos) {
    this.startNanos = startNanos;
    this.arrivals = sequence.get();
    this.comingDue = sequence.get();
    this.nextNanos = startNanos + arrivals.nextNanos();
    this.nextDueNanos = startNanos + comingDue.nextNanos();
  }

  long startNanos() {
    return startNanos;
  }

  /** The instant at which the next request is due. */
  long nextNanos() {
    return nextNanos;
  }

  /** Advances to the request after it. */
  void pass() {
    passed.lazySet(passed.getPlain() + 1);
    nextNanos = startNanos + arrivals.nextNanos();
  }

  /** The backlog: requests that have come due and were not passed. */
  long waiting(long nowNanos) {
    long sent = passed.get();
    while (nextDueNanos - nowNanos <= 0) {
      due++;
      nextDueNanos = startNanos + comingDue.nextNanos();
    }
    return Math.max(0, due - sent);
  }
}
