package io.poolbench.load;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/**
 * The requests of one rate: the next request to send, and the number of requests that have come
 * due.
 *
 * <p>The backlog is not stored. It is the distance between two readers of equal sequences: the
 * sending thread's reader is at the next request to send, the counting thread's reader at the next
 * to come due. While there is no backlog the counting thread reads nothing. It then goes on from a
 * recent copy of the sending thread's reader, so that a count reads at most {@value #COPY_EVERY}
 * requests and the backlog.
 */
final class RequestStream {
  /** Requests between two copies of the reader: the copies cost 0.02 bytes per request. */
  static final int COPY_EVERY = 4_096;

  private final long startNanos;
  private final Arrivals arrivals;
  private final AtomicLong passed = new AtomicLong();
  private long nextNanos;

  /** Where the sending thread's reader was recently; null before the first copy. */
  private volatile Position copied;

  private Arrivals comingDue;

  /** Due requests of earlier streams; belongs to the sending thread until this stream begins. */
  private long dueBefore;

  private long due;
  private long nextDueNanos;

  /** Due instants of the requests that the counting thread found waiting, in order. */
  private long[] waiting = new long[16];

  private int waitingCount;

  /**
   * A reader's position; the counting thread may use its arrivals up.
   *
   * @param passed the number of requests before the next one
   * @param nextNanos when the next request is due
   * @param arrivals those that follow the next request
   */
  private record Position(long passed, long nextNanos, Arrivals arrivals) {}

  RequestStream(Arrivals arrivals, long startNanos) {
    this.startNanos = startNanos;
    this.arrivals = arrivals;
    this.nextNanos = startNanos + arrivals.nextNanos();
    this.comingDue = arrivals.copy();
    this.nextDueNanos = nextNanos;
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
    long count = passed.getPlain() + 1;
    passed.lazySet(count);
    nextNanos = startNanos + arrivals.nextNanos();
    if (count % COPY_EVERY == 0) {
      copied = new Position(count, nextNanos, arrivals.copy());
    }
  }

  /**
   * Counts the due requests, passed or waiting, of this stream and of earlier ones.
   *
   * @param nowNanos not before the last count's
   * @param backlogged whether any request may wait; otherwise the sequence need not be read
   */
  long countDue(long nowNanos, boolean backlogged) {
    Position recent = copied;
    // Not before the copy is read: what it passed counts as sent.
    long sent = passed.get();
    int gone = (int) Math.min(waitingCount, Math.max(0, sent - (due - waitingCount)));
    waitingCount -= gone;
    System.arraycopy(waiting, gone, waiting, 0, waitingCount);
    if (recent != null && recent.passed > due) {
      due = recent.passed;
      nextDueNanos = recent.nextNanos;
      comingDue = recent.arrivals;
    }
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
