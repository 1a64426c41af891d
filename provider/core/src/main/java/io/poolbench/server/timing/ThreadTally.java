package io.poolbench.server.timing;

/**
 * The time that each thread has spent on one kind of work, to be subtracted from a duration
 * measured on the same thread.
 *
 * <p>Each thread sees its own time only. Adding and reading allocate once per thread.
 */
public final class ThreadTally {
  private final ThreadLocal<long[]> nanos = ThreadLocal.withInitial(() -> new long[1]);

  /** Adds to the calling thread's time. */
  public void add(long durationNanos) {
    nanos.get()[0] += durationNanos;
  }

  /** The calling thread's total, in nanoseconds. */
  public long ofThisThread() {
    return nanos.get()[0];
  }
}
