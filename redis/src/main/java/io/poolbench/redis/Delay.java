package io.poolbench.redis;

import java.util.concurrent.TimeUnit;

/** How long what arrives now is held. For one thread, and for instants that do not go back. */
interface Delay {
  /**
   * The delay of what arrives at an instant, in nanoseconds, 0 or more.
   *
   * @param nowNanos the instant of arrival, as of {@link System#nanoTime()}
   */
  long nanosAt(long nowNanos);

  static Delay of(AddedLatency latency, long seed) {
    if (latency.deviationMicros() > 0) {
      return new DriftingDelay(latency, seed);
    }
    long nanos = TimeUnit.MICROSECONDS.toNanos(latency.meanMicros());
    return now -> nanos;
  }
}
