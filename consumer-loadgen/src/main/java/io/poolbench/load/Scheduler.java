package io.poolbench.load;

/**
 * Runs tasks at the instants that they choose: on a parked thread in real time, from a list of
 * events in simulated time.
 */
@FunctionalInterface
public interface Scheduler {
  /** A delay without an end: 146 years. */
  long NEVER_NANOS = Long.MAX_VALUE / 2;

  /** Runs a task now, and again whenever it is due or woken. */
  Handle start(Task task);

  /** Work that is due at instants that it computes itself. */
  @FunctionalInterface
  interface Task {
    /**
     * Does what is due; never called concurrently.
     *
     * @param nowNanos the clock's present instant
     * @return the delay after {@code nowNanos} until more is due, in nanoseconds; 0 or less: at
     *     once, {@link #NEVER_NANOS}: not before a wake-up
     */
    long advance(long nowNanos);
  }

  /** Control of a started task. Thread-safe. */
  interface Handle extends AutoCloseable {
    void wake();

    /** Checks that the task has not failed. */
    void check();

    /** Ends the task; it does not run afterwards. */
    @Override
    void close();
  }
}
