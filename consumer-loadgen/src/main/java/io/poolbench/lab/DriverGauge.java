package io.poolbench.lab;

import io.poolbench.core.DaemonThread;
import io.poolbench.journal.Durations;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * A thread on the driver's CPUs that measures how late it wakes up from a sleep of 10 ms.
 *
 * <p>It waits for a CPU as long as the driver's own threads and Redis do, so its lateness is part
 * of every response time. Thread-safe.
 *
 * @see <a href="https://github.com/giltene/jHiccup">jHiccup</a>
 */
final class DriverGauge implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofMillis(10);

  private final Delays hiccups = new Delays();

  /** Runs on the CPUs of this process. */
  private final Thread thread = DaemonThread.start(this::run, "driver-gauge");

  private void run() {
    while (!Thread.interrupted()) {
      hiccups.sleep(System.nanoTime() + INTERVAL.toNanos());
      LockSupport.parkNanos(INTERVAL.toNanos());
      hiccups.wake(System.nanoTime());
    }
  }

  /** The delays since the start. */
  Durations read() {
    return Durations.copyOf(hiccups.read(System.nanoTime()));
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  /**
   * How late the thread wakes up. A delay that lasts across a reading is divided there: a stop of
   * the CPU delays the thread that reads the counters as well, so that both run again at the same
   * moment, and the stop does not belong to the window that this reading opens. Thread-safe.
   */
  static final class Delays {
    private static final long MAX_NANOS = Duration.ofHours(1).toNanos();

    // Auto-resizing, to stay small: a copy per window is kept until the study ends.
    private final Histogram delays = new Histogram(3);
    private boolean asleep;
    private long dueNanos;

    synchronized void sleep(long dueNanos) {
      this.dueNanos = dueNanos;
      asleep = true;
    }

    /** Records the delay, or what is left of it since the last reading. */
    synchronized void wake(long nowNanos) {
      record(nowNanos - dueNanos);
      asleep = false;
    }

    /** The delays so far, in nanoseconds, with the part so far of one that lasts. */
    synchronized Histogram read(long nowNanos) {
      if (asleep && nowNanos - dueNanos > 0) {
        record(nowNanos - dueNanos);
        dueNanos = nowNanos;
      }
      return delays.copy();
    }

    private void record(long nanos) {
      delays.recordValue(Math.max(0, Math.min(nanos, MAX_NANOS)));
    }
  }
}
