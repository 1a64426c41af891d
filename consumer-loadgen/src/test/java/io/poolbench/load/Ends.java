package io.poolbench.load;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Records the ends of calls. */
public final class Ends implements Target.Completion {
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
