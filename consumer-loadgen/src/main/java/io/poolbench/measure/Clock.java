package io.poolbench.measure;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A monotonic clock and the waiting for it; tests bring one whose time is simulated. */
public interface Clock {
  /** Nanoseconds since an arbitrary origin, as {@link System#nanoTime}. */
  long nanoTime();

  /**
   * Returns once {@link #nanoTime} has reached an instant.
   *
   * @throws InterruptedException where the waiting thread is interrupted
   */
  void sleepUntil(long nanos) throws InterruptedException;

  /** The machine's own clock. Thread-safe. */
  static Clock system() {
    return new Clock() {
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
