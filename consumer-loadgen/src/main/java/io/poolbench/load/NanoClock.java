package io.poolbench.load;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A monotonic clock that can also wait, real or simulated. */
public interface NanoClock {
  /** Nanoseconds since an arbitrary origin, as {@link System#nanoTime}. */
  long nanoTime();

  void sleepUntil(long nanos) throws InterruptedException;

  /**
   * Checks a condition every millisecond until it holds; false if it does not within the timeout.
   */
  default boolean await(BooleanSupplier condition, Duration timeout) throws InterruptedException {
    long started = nanoTime();
    while (!condition.getAsBoolean()) {
      long now = nanoTime();
      long left = timeout.toNanos() - (now - started);
      if (left <= 0) {
        return false;
      }
      sleepUntil(now + Math.min(left, TimeUnit.MILLISECONDS.toNanos(1)));
    }
    return true;
  }

  /** The clock of {@link System#nanoTime}. Thread-safe. */
  static NanoClock system() {
    return new NanoClock() {
      @Override
      public long nanoTime() {
        return System.nanoTime();
      }

      @Override
      public void sleepUntil(long nanos) throws InterruptedException {
        for (long left = nanos - nanoTime(); left > 0; left = nanos - nanoTime()) {
          LockSupport.parkNanos(this, Math.min(left, TimeUnit.SECONDS.toNanos(1)));
          if (Thread.interrupted()) {
            throw new InterruptedException();
          }
        }
      }
    };
  }
}
