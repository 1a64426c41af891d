package io.poolbench.lab;

import io.poolbench.core.CpuGauge;
import io.poolbench.core.DaemonThread;
import io.poolbench.journal.CounterNames;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Durations;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * A thread on the driver's CPUs that measures how late it wakes up from a sleep of 10 ms and, after
 * every third sleep, the speed of its CPU.
 *
 * <p>It waits for a CPU as long as the driver's own threads and Redis do, so its lateness is part
 * of every response time. It uses about 2 ms of CPU time per second. Thread-safe.
 *
 * @see <a href="https://github.com/giltene/jHiccup">jHiccup</a>
 */
final class DriverGauge implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofMillis(10);

  /** A round of about 30 us every 30 ms: about 20 in a short window, 0.1 % of a CPU. */
  private static final int SAMPLES_PER_ROUND = 3;

  private static final long MAX_ROUND_NANOS = Duration.ofMillis(100).toNanos();

  private final Delays hiccups = new Delays();
  private final Histogram rounds = new Histogram(3);

  /** Runs on the CPUs of this process. */
  private final Thread thread = DaemonThread.start(this::run, "driver-gauge");

  private void run() {
    CpuGauge gauge = new CpuGauge(CpuGauge.STEPS_IN_WINDOW);
    gauge.warmUp();
    for (long sample = 1; !Thread.interrupted(); sample++) {
      hiccups.sleep(System.nanoTime() + INTERVAL.toNanos());
      LockSupport.parkNanos(INTERVAL.toNanos());
      hiccups.wake(System.nanoTime());
      if (sample % SAMPLES_PER_ROUND == 0) {
        long round = gauge.roundNanos();
        synchronized (rounds) {
          rounds.recordValue(Math.min(round, MAX_ROUND_NANOS));
        }
      }
    }
  }

  /** What was measured since the start, by the names of the histograms. */
  Map<String, Durations> read() {
    Durations late = Durations.copyOf(hiccups.read(System.nanoTime()));
    synchronized (rounds) {
      return Map.of(
          CounterNames.DRIVER_HICCUPS, late, Side.DRIVER.rounds(), Durations.copyOf(rounds));
    }
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
