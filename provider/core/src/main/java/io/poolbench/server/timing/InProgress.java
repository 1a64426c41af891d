package io.poolbench.server.timing;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The number of tasks in progress and the sum of their ages at one instant.
 *
 * <p>The sum of ages plus the durations of ended tasks is the exact integral of the number in
 * progress over time. Tasks in progress count up to now; in the difference of two readings, tasks
 * in progress at the first one count only from then on.
 *
 * <p>Thread-safe, wait-free, allocates nothing. Limits: 1,048,575 tasks at a time, and nine years
 * for the sum of their starts, counted from the creation of this object, which 200 tasks reach
 * after 16 days. Ages are resolved to 16.384 us.
 */
public final class InProgress {
  private static final int UNIT_BITS = 14;
  private static final int AGE_BITS = 44;
  private static final long ONE = 1L << AGE_BITS;

  private final LongSupplier nanoClock;
  private final long originNanos;

  /** Number of tasks above the sum of their starts, so that both are read at one instant. */
  private final AtomicLong tasksAndStarts = new AtomicLong();

  public InProgress(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.originNanos = nanoClock.getAsLong();
  }

  public void begin(long startNanos) {
    tasksAndStarts.addAndGet(ONE + sinceOrigin(startNanos));
  }

  public void end(long startNanos) {
    tasksAndStarts.addAndGet(-(ONE + sinceOrigin(startNanos)));
  }

  public int count() {
    return (int) (tasksAndStarts.get() >>> AGE_BITS);
  }

  public long ageNanos() {
    long read = tasksAndStarts.get();
    long now = sinceOrigin(nanoClock.getAsLong());
    return ((read >>> AGE_BITS) * now - (read & (ONE - 1))) << UNIT_BITS;
  }

  private long sinceOrigin(long nanos) {
    return (nanos - originNanos) >>> UNIT_BITS;
  }
}
