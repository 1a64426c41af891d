package io.poolbench.server.timing;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The number of tasks in progress and the sum of their ages, of one instant.
 *
 * <p>With the sum of the durations of ended tasks, the sum of ages is the exact integral of the
 * number in progress over time: the tasks in progress count up to now, and in the difference of two
 * readings those in progress at the first one count only from then on.
 *
 * <p>Thread-safe, wait-free, allocates nothing. For at most 1,048,575 tasks at a time, whose
 * starts, counted from the creation of this object, sum up to nine years at most: those of 200
 * tasks for 16 days. Ages are resolved to 16.384 us.
 */
public final class InProgress {
  private static final int UNIT_BITS = 14;
  private static final int AGE_BITS = 44;
  private static final long ONE = 1L << AGE_BITS;

  private final LongSupplier nanoClock;
  private final long originNanos;

  /** The number of tasks above the sum of their starts, so that both are read at one instant. */
  private final AtomicLong tasksAndStarts = new AtomicLong();

  public InProgress(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    this.originNanos = nanoClock.getAsLong();
  }

  /** Counts a task from its start on. */
  public void begin(long startNanos) {
    tasksAndStarts.addAndGet(ONE + sinceOrigin(startNanos));
  }

  /** Removes the task that started at this instant. */
  public void end(long startNanos) {
    tasksAndStarts.addAndGet(-(ONE + sinceOrigin(startNanos)));
  }

  public int count() {
    return (int) (tasksAndStarts.get() >>> AGE_BITS);
  }

  /** The sum of their ages in nanoseconds. */
  public long ageNanos() {
    long read = tasksAndStarts.get();
    long now = sinceOrigin(nanoClock.getAsLong());
    return ((read >>> AGE_BITS) * now - (read & (ONE - 1))) << UNIT_BITS;
  }

  private long sinceOrigin(long nanos) {
    return (nanos - originNanos) >>> UNIT_BITS;
  }
}
