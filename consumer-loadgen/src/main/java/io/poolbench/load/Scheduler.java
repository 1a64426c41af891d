package io.poolbench.load;

/**
 * Lets something passive act when it is due. All waiting for a request's time is here: by a parked
 * thread in real time, by a list of events in simulated time.
 */
@FunctionalInterface
public interface Scheduler {
  /** A delay that does not end: 146 years. */
  long NEVER_NANOS = Long.MAX_VALUE / 2;

  /** Starts to let something act: at once, and from then on whenever it is due or woken. */
  Pulse start(Paced paced);

  /** Something that acts at instants of its own choosing. */
  @FunctionalInterface
  interface Paced {
    /**
     * Does what is due; never called twice at the same time.
     *
     * @param nowNanos what the clock says
     * @return how long after that instant there is more to do, in nanoseconds; 0 or less for at
     *     once, {@link #NEVER_NANOS} for not before a wake-up
     */
    long advance(long nowNanos);
  }

  /** What was started. Thread-safe. */
  interface Pulse extends AutoCloseable {
    /** Has it act soon, though it may not have been due. */
    void wake();

    /**
     * Makes sure that it still acts.
     *
     * @throws IllegalStateException where it failed, with the cause
     */
    void check();

    /** Ends it; from here on it does not act. */
    @Override
    void close();
  }
}
