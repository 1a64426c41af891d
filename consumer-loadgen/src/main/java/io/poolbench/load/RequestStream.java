package io.poolbench.load;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * The requests of one rate: the next request to send, and the number of requests that have come
 * due.
 *
 * <p>The backlog is not stored. It is the distance between two readers of equal sequences: the
 * sending thread's reader is at the next request to send, the counting thread's reader at the next
 * to come due.
 */
final class RequestStream {
  private final long startNanos;
  private final Arrivals arrivals;
  private final Arrivals comingDue;
  private final AtomicLong passed = new AtomicLong();
  private long nextNanos;

  /** Due requests of earlier streams; belongs to the sending thread until this stream begins. */
  private long dueBefore;

  private long due;
  private long nextDueNanos;

  /** Due instants of the requests that the counting thread found waiting, in order. */
  private long[] waiting = new long[16];

  private int waitingCount;

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

  long nextNanos() {
    return nextNanos;
  }

  /** Begins after a stream whose due requests were all passed. */
  void beginAfter(RequestStream ended) {
    dueBefore = ended.dueBefore + ended.passed.getPlain();
  }

  void pass() {
    passed.lazySet(passed.getPlain() + 1);
    nextNanos = startNanos + arrivals.nextNanos();
  }

  /**
   * Counts the due requests, passed or waiting, of this stream and of earlier ones.
   *
   * @param nowNanos not before the last count's
   * @param backlogged whether any request may wait; otherwise the sequence need not be read
   */
  long countDue(long nowNanos, boolean backlogged) {
    long sent = passed.get();
    int gone = (int) Math.min(waitingCount, Math.max(0, sent - (due - waitingCount)));
    waitingCount -= gone;
    System.arraycopy(waiting, gone, waiting, 0, waitingCount);
    while (backlogged && nextDueNanos - nowNanos <= 0) {
      if (++due > sent) {
        addWaiting(nextDueNanos);
      }
      nextDueNanos = startNanos + comingDue.nextNanos();
    }
    return dueBefore + sent + waitingCount;
  }

  private void addWaiting(long dueNanos) {
    if (waitingCount == waiting.length) {
      waiting = Arrays.copyOf(waiting, 2 * waiting.length);
    }
    waiting[waitingCount++] = dueNanos;
  }

  /** The due instants of the requests that waited at the last count. */
  LongStream waitingSince() {
    return Arrays.stream(waiting, 0, waitingCount);
  }
}
