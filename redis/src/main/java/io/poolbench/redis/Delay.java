package io.poolbench.redis;

import java.util.concurrent.TimeUnit;

/** The delay of each arrival. For one thread, and for instants that do not decrease. */
interface Delay {
  /**
   * The delay of bytes that arrive at an instant, in nanoseconds, 0 or more.
   *
   * @param nowNanos the instant of arrival, on the clock of {@link System#nanoTime()}
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
