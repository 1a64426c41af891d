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
 * <p>Thread-safe, wait-free, allocates nothing. Limits: half a million tasks at a time, nine years
 * from the creation of this object, and four years for the sum of ages. Ages are resolved to 16.384
 * us.
 */
public final class InProgress {
  private static final int UNIT_BITS = 14;
  private static final int AGE_BITS = 44;
  private static final long ONE = 1L << AGE_BITS;

  private final LongSupplier nanoClock;
  private final long originNanos;

  /**
   * {@link #ONE} and the start of each task, summed, so that number and ages are of one instant. If
   * all tasks had started now, the sum would be their number times {@code ONE + now}. It lacks the
   * sum of their ages, which is less than half of {@code ONE}.
   */
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
    return (int) count(tasksAndStarts.get(), startedNow());
  }

  private static long count(long tasksAndStarts, long startedNow) {
    return Long.divideUnsigned(tasksAndStarts + startedNow / 2, startedNow);
  }

  public long ageNanos() {
    long read = tasksAndStarts.get();
    long startedNow = startedNow();
    return (count(read, startedNow) * startedNow - read) << UNIT_BITS;
  }

  /** The part of a task that starts now; to be read after {@link #tasksAndStarts}. */
  private long startedNow() {
    return ONE + sinceOrigin(nanoClock.getAsLong());
  }

  private long sinceOrigin(long nanos) {
    return (nanos - originNanos) >>> UNIT_BITS;
  }
}
