package io.poolbench.doctor;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** Measures how late threads wake up from a sleep. */
final class WakeUps {
  private static final long SLEEP_NANOS = 1_000_000;

  private WakeUps() {}

  /** The calling thread's lateness after sleeps of 1 ms. */
  static Quantiles lateness(Duration duration) throws InterruptedException {
    Histogram late = Quantiles.nanos();
    long end = System.nanoTime() + duration.toNanos();
    for (long due = System.nanoTime() + SLEEP_NANOS; due < end; ) {
      long now = System.nanoTime();
      while (now < due) {
        LockSupport.parkNanos(due - now);
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        now = System.nanoTime();
      }
      late.recordValue(now - due);
      due = now + SLEEP_NANOS;
    }
    return Quantiles.of(late);
  }
}
