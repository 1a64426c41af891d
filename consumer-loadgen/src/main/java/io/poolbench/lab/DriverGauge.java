package io.poolbench.lab;

import io.poolbench.api.CpuGauge;
import java.time.Duration;
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
public final class DriverGauge implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofMillis(10);

  /** A round of about 30 us every 30 ms: about 20 in a short window, 0.1 % of a CPU. */
  private static final int SAMPLES_PER_ROUND = 3;

  private static final long MAX_NANOS = Duration.ofHours(1).toNanos();
  private static final long MAX_ROUND_NANOS = Duration.ofMillis(100).toNanos();

  // Auto-resizing, to stay small: a copy per window is kept until the study ends.
  private final Histogram hiccups = new Histogram(2);
  private final Histogram rounds = new Histogram(3);
  private final Thread thread = new Thread(this::run, "driver-gauge");

  /** Starts the thread; it runs on the CPUs of this process. */
  public DriverGauge() {
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    CpuGauge gauge = new CpuGauge(CpuGauge.STEPS_IN_WINDOW);
    gauge.warmUp();
    for (long sample = 1; !Thread.interrupted(); sample++) {
      long due = System.nanoTime() + INTERVAL.toNanos();
      LockSupport.parkNanos(INTERVAL.toNanos());
      long late = System.nanoTime() - due;
      long round = sample % SAMPLES_PER_ROUND == 0 ? gauge.roundNanos() : 0;
      synchronized (this) {
        hiccups.recordValue(Math.max(0, Math.min(late, MAX_NANOS)));
        if (round > 0) {
          rounds.recordValue(Math.min(round, MAX_ROUND_NANOS));
        }
      }
    }
  }

  synchronized GaugeReading read() {
    return new GaugeReading(hiccups.copy(), rounds.copy());
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
