package io.poolbench.redis;

/**
 * About the median of the durations seen lately, in nanoseconds: each one moves it by a small step,
 * up or down, so that it rests where as many are longer as are shorter, and no outlier moves it
 * further than any other. Begins at 0. For one thread.
 */
final class RunningMedian {
  /** Follows a change of 100 us within 25 durations, and is off by no more than this at rest. */
  static final long STEP_NANOS = 4_000;

  private long nanos;

  void add(long durationNanos) {
    nanos = Math.max(0, nanos + STEP_NANOS * Long.signum(durationNanos - nanos));
  }

  long nanos() {
    return nanos;
  }
}
