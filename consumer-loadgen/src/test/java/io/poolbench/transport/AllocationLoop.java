package io.poolbench.transport;

import com.sun.management.ThreadMXBean;
import io.poolbench.load.Target;
import io.poolbench.measure.Outcome;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Users who call a target again and again, to measure what a call allocates: deterministic, unlike
 * time, so that it may be bounded in a test.
 */
public final class AllocationLoop implements Target.Completion {
  private static final int USERS = 32;
  private static final int WARM_UP = 60_000;
  private static final int MEASURED = 60_000;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final CompletableFuture<Double> bytesPerCall = new CompletableFuture<>();
  private final int loops;
  private volatile Target target;
  private int calls;
  private long bytesBefore;

  /**
   * @param loops event loops that take slots in turn: those of one are counted
   */
  public AllocationLoop(int loops) {
    this.loops = loops;
  }

  /** The number of users, a slot each. */
  public static int users() {
    return USERS;
  }

  /** The bytes that a call allocates on its event loop. */
  public double bytesPerCall(Target called) throws Exception {
    target = called;
    for (int slot = 0; slot < USERS; slot++) {
      called.send(slot);
    }
    return bytesPerCall.get(120, TimeUnit.SECONDS);
  }

  @Override
  public void completed(int slot, Outcome outcome, long sentNanos, long answeredNanos) {
    if (slot % loops == 0) {
      calls++;
      if (calls == WARM_UP) {
        bytesBefore = threads.getCurrentThreadAllocatedBytes();
      } else if (calls == WARM_UP + MEASURED) {
        long bytes = threads.getCurrentThreadAllocatedBytes() - bytesBefore;
        bytesPerCall.complete((double) bytes / MEASURED);
      }
    }
    if (!bytesPerCall.isDone()) {
      target.send(slot);
    }
  }
}
