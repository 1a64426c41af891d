package io.poolbench.measure;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A monotonic clock and waiting by it; real or simulated. */
public interface NanoClock {
  /** Nanoseconds since an arbitrary origin, as {@link System#nanoTime}. */
  long nanoTime();

  /** Returns once {@link #nanoTime} has reached an instant. */
  void sleepUntil(long nanos) throws InterruptedException;

  /** Waits until a condition, checked every millisecond, holds; false after the timeout. */
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

  /** The machine's clock. Thread-safe. */
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
