package io.poolbench.dubbo;

import io.poolbench.load.Target;
import io.poolbench.measure.Outcome;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Records the ends of calls. */
final class Ends implements Target.Completion {
  private static final long TIMEOUT_SECONDS = 30;

  private final BlockingQueue<End> ends = new LinkedBlockingQueue<>();

  record End(int slot, Outcome outcome, long sentNanos, long answeredNanos, long completedNanos) {}

  @Override
  public void completed(int slot, Outcome outcome, long sentNanos, long answeredNanos) {
    ends.add(new End(slot, outcome, sentNanos, answeredNanos, System.nanoTime()));
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
