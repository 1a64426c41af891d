package io.poolbench.server.timing;

/**
 * The time that each thread has spent on one kind of work, to be subtracted from a duration
 * measured on the same thread.
 *
 * <p>Each thread reads its own time only. The first use in a thread allocates, later ones do not.
 */
public final class ThreadTally {
  private final ThreadLocal<long[]> nanos = ThreadLocal.withInitial(() -> new long[1]);

  public void add(long durationNanos) {
    nanos.get()[0] += durationNanos;
  }

  public long ofThisThread() {
    return nanos.get()[0];
  }
}
