package io.poolbench.doctor;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** How late threads wake up from a sleep. */
final class WakeUps {
  private static final long SLEEP_NANOS = 1_000_000;

  private WakeUps() {}

  /** How late the calling thread wakes up from sleeps of a millisecond. */
  static Spread lateness(Duration duration) throws InterruptedException {
    Histogram late = Spread.nanos();
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
    return Spread.of(late);
  }
}
