package io.poolbench.load;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The requests of one rate: which is the next, and how many more have come due.
 *
 * <p>What waits is not stored. It is what lies between two readers of one sequence: one at the next
 * request to be sent, the other at the next to come due. The first belongs to the thread that
 * sends, the second to the one that counts.
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
   * @param sequence makes the same sequence every time
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

  /** When the next request was, is or will be due. */
  long nextNanos() {
    return nextNanos;
  }

  /** Goes on to the request after it. */
  void pass() {
    passed.lazySet(passed.getPlain() + 1);
    nextNanos = startNanos + arrivals.nextNanos();
  }

  /** How many have come due and were not passed. */
  long waiting(long nowNanos) {
    long sent = passed.get();
    while (nextDueNanos - nowNanos <= 0) {
      due++;
      nextDueNanos = startNanos + comingDue.nextNanos();
    }
    return Math.max(0, due - sent);
  }
}
