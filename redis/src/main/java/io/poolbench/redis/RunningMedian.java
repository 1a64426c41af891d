package io.poolbench.redis;

/**
 * An approximate median of recent durations, in nanoseconds. Each duration moves it up or down by a
 * constant step. It is stable when as many durations are longer as are shorter, and an outlier has
 * no more effect than any other duration. Starts at 0. For one thread.
 */
final class RunningMedian {
  /** Follows a change of 100 us within 25 durations; also the error once stable. */
  static final long STEP_NANOS = 4_000;

  private long nanos;

  void add(long durationNanos) {
    nanos = Math.max(0, nanos + STEP_NANOS * Long.signum(durationNanos - nanos));
  }

  long nanos() {
    return nanos;
  }
}
