package io.poolbench.dubbo;

import io.poolbench.load.Target;
import io.poolbench.measure.Outcome;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Records the ends of calls. */
final class Ends implements Target.Completion {
  private static final long TIMEOUT_SECONDS = 30;

  private final BlockingQueue<End> ends = new LinkedBlockingQueue<>();
  private final AtomicInteger late = new AtomicInteger();

  record End(int slot, Outcome outcome, long sentNanos, long answeredNanos, long completedNanos) {}

  @Override
  public void completed(int slot, Outcome outcome, long sentNanos, long answeredNanos) {
    ends.add(new End(slot, outcome, sentNanos, answeredNanos, System.nanoTime()));
  }

  @Override
  public void answeredLate() {
    late.incrementAndGet();
  }

  /** The number of late answers. */
  int late() {
    return late.get();
  }

  /** The next call that ends. */
  End next() throws InterruptedException {
    End end = ends.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    if (end == null) {
      throw new AssertionError("no call ended");
    }
    return end;
  }

  boolean isEmpty() {
    return ends.isEmpty();
  }
}
