package io.poolbench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Records the ends of calls. */
public final class Ends implements Target.Completion {
  /** Calls that may be sent before the end of a connection is noticed. */
  private static final int SENT = 3;

  private static final long TIMEOUT_SECONDS = 60;

  private final BlockingQueue<End> ends = new LinkedBlockingQueue<>();
  private final AtomicInteger late = new AtomicInteger();

  /** When a call was sent, answered, and completed. */
  public record End(
      int slot, Outcome outcome, long sentNanos, long answeredNanos, long completedNanos) {}

  @Override
  public void completed(int slot, Outcome outcome, long sentNanos, long answeredNanos) {
    ends.add(new End(slot, outcome, sentNanos, answeredNanos, System.nanoTime()));
  }

  @Override
  public void answeredLate() {
    late.incrementAndGet();
  }

  /** The number of late answers. */
  public int late() {
    return late.get();
  }

  /** The next call that ends. */
  public End next() throws InterruptedException {
    End end = ends.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    if (end == null) {
      throw new AssertionError("no call ended");
    }
    return end;
  }

  /** Sends a call, and returns the outcome of the next that ends. */
  public Outcome call(Target target, int slot) throws InterruptedException {
    target.send(slot);
    return next().outcome();
  }

  /** Calls once: the call is OK, and its time stamps are in order. */
  public void assertOk(Target target, int slot) throws InterruptedException {
    long before = System.nanoTime();
    target.send(slot);
    End end = next();
    assertThat(end.slot).isEqualTo(slot);
    assertThat(end.outcome).isEqualTo(Outcome.OK);
    assertThat(new long[] {before, end.sentNanos, end.answeredNanos, end.completedNanos})
        .isSorted();
    assertThat(target.sentNanos(slot)).isEqualTo(end.sentNanos);
  }

  /**
   * Calls a server that cannot be reached: the call ends after a pause. The first ones may still be
   * sent, and lost with the connection.
   */
  public void assertUnsent(Target target) throws InterruptedException {
    long nanos = 0;
    for (int call = 0; call <= SENT && nanos < ReconnectPause.UNSENT_NANOS; call++) {
      target.send(0);
      End end = next();
      assertThat(end.outcome).isEqualTo(Outcome.ERROR);
      nanos = end.completedNanos - end.sentNanos;
    }
    assertThat(nanos).isGreaterThanOrEqualTo(ReconnectPause.UNSENT_NANOS);
  }

  /** Calls until an answer is OK. */
  public void awaitOk(Target target) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    while (call(target, 0) != Outcome.OK) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("no call was answered");
      }
    }
  }

  /** Whether no further call has ended. */
  public boolean isEmpty() {
    return ends.isEmpty();
  }
}
