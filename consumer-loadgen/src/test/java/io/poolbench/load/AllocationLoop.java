package io.poolbench.load;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CompletableFuture;

/**
 * Users who call a target again and again, to measure what a call allocates once its code is
 * compiled: deterministic, unlike time, so that it may be bounded in a test.
 */
public final class AllocationLoop implements Target.Completion {
  /** What a call may allocate, in bytes. */
  public static final double LIMIT = 64;

  private static final int USERS = 32;
  private static final int WINDOW = 20_000;

  /** On a busy host it is long until the compiler has come to the calls. */
  private static final int MAX_WINDOWS = 50;

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

  /** The bytes that a call allocates on its event loop: of the first window below the limit. */
  public double bytesPerCall(Target called) throws Exception {
    target = called;
    for (int slot = 0; slot < USERS; slot++) {
      called.send(slot);
    }
    return bytesPerCall.get();
  }

  @Override
  public void completed(int slot, Outcome outcome, long sentNanos, long answeredNanos) {
    if (slot % loops == 0) {
      calls++;
      if (calls % WINDOW == 0) {
        long bytes = threads.getCurrentThreadAllocatedBytes();
        double each = (double) (bytes - bytesBefore) / WINDOW;
        if (calls > WINDOW && (each < LIMIT || calls == MAX_WINDOWS * WINDOW)) {
          bytesPerCall.complete(each);
        }
        bytesBefore = bytes;
      }
    }
    if (!bytesPerCall.isDone()) {
      target.send(slot);
    }
  }
}
