package io.poolbench.server.timing;

/**
 * How much time each thread has spent on one kind of work, which another part of the program can
 * subtract from what it measures on the same thread.
 *
 * <p>Each thread sees its own time only. Adding and reading allocate nothing, except once a thread.
 */
public final class ThreadTally {
  private final ThreadLocal<long[]> nanos = ThreadLocal.withInitial(() -> new long[1]);

  /** Adds to the calling thread's time. */
  public void add(long durationNanos) {
    nanos.get()[0] += durationNanos;
  }

  /** The calling thread's time since it began, in nanoseconds. */
  public long ofThisThread() {
    return nanos.get()[0];
  }
}
