package io.poolbench.redis;

import java.util.concurrent.TimeUnit;

/** The delay of each arrival. For one thread; instants must not decrease. */
interface Delay {
  /** The delay in ns, 0 or more, of bytes that arrive at an instant of System.nanoTime(). */
  long nanosAt(long nowNanos);

  static Delay of(AddedLatency latency, long seed) {
    if (latency.deviationMicros() > 0) {
      return new DriftingDelay(latency, seed);
    }
    long nanos = TimeUnit.MICROSECONDS.toNanos(latency.meanMicros());
    return now -> nanos;
  }
}
