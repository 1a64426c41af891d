package io.poolbench.load;

/**
 * Runs tasks at instants that they choose: in real time on a parked thread, in simulated time from
 * a list of events.
 */
@FunctionalInterface
public interface Scheduler {
  /** An infinite delay (146 years). */
  long NEVER_NANOS = Long.MAX_VALUE / 2;

  /** Runs a task now and whenever it is due or woken. */
  Handle start(Task task);

  /** A task that computes when it is due next. */
  @FunctionalInterface
  interface Task {
    /**
     * Does the due work; never called concurrently.
     *
     * @param nowNanos the clock's present instant
     * @return the delay after {@code nowNanos} until more work is due, in nanoseconds; 0 or less:
     *     at once, {@link #NEVER_NANOS}: only after a wake-up
     */
    long advance(long nowNanos);
  }

  /** Control of a started task. Thread-safe. */
  interface Handle extends AutoCloseable {
    void wake();

    /** Throws an {@link IllegalStateException} if the task has failed. */
    void check();

    /** Stops the task, and waits for its end up to a limit. */
    @Override
    void close();
  }
}
