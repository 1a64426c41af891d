package io.poolbench.load;

import io.poolbench.measure.Clock;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** The wait for calls in flight. */
final class Drain {
  private static final long LOOK_EVERY_NANOS = 1_000_000;

  private Drain() {}

  /** Waits until something is so; returns whether it came to be within a time. */
  static boolean await(BooleanSupplier done, Duration patience, Clock clock)
      throws InterruptedException {
    long started = clock.nanoTime();
    while (!done.getAsBoolean()) {
      long now = clock.nanoTime();
      long left = patience.toNanos() - (now - started);
      if (left <= 0) {
        return false;
      }
      clock.sleepUntil(now + Math.min(left, LOOK_EVERY_NANOS));
    }
    return true;
  }
}
