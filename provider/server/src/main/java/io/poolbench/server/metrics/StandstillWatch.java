package io.poolbench.server.metrics;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Tells for how long this process stood still for no reason of its own: stopped by a signal, frozen
 * with its container, paused with its virtual machine. Calls do not show it: of many in a window
 * only the few under way are late.
 *
 * <p>A thread looks at the clock again and again. Where it comes late, and neither a collection nor
 * its wait for a CPU explains it, nothing of the process ran. Thread-safe.
 */
public final class StandstillWatch {
  /** A look costs some 100 us of a busy CPU: a thousandth of it. */
  private static final Duration INTERVAL = Duration.ofMillis(100);

  /** What is shorter, the kernel's timers and a safepoint's way may explain together. */
  private static final long LEAST_NANOS = Duration.ofMillis(250).toNanos();

  private final LongSupplier clockNanos;
  private final LongSupplier explainedNanos;
  private long lastNanos;
  private long lastExplainedNanos;
  private long standstillNanos;

  /**
   * @param clockNanos the clock
   * @param explainedNanos how long collections and a lack of CPU have held up this watch so far
   */
  StandstillWatch(LongSupplier clockNanos, LongSupplier explainedNanos) {
    this.clockNanos = clockNanos;
    this.explainedNanos = explainedNanos;
    this.lastNanos = clockNanos.getAsLong();
    this.lastExplainedNanos = explainedNanos.getAsLong();
  }

  /** Watches until the process ends, on a daemon thread. */
  public static StandstillWatch start() {
    List<GarbageCollectorMXBean> beans = ManagementFactory.getGarbageCollectorMXBeans();
    GarbageCollections young = GarbageCollections.young(beans);
    GarbageCollections full = GarbageCollections.full(beans);
    RunQueueWait wait = new RunQueueWait();
    StandstillWatch watch =
        new StandstillWatch(
            System::nanoTime,
            () ->
                Math.round((young.pauseSeconds() + full.pauseSeconds()) * 1e9) + wait.nanosSoFar());
    Thread thread = new Thread(() -> watch.watch(wait), "standstill-watch");
    thread.setDaemon(true);
    thread.start();
    return watch;
  }

  private void watch(RunQueueWait wait) {
    wait.ofThisThread();
    while (true) {
      look();
      LockSupport.parkNanos(INTERVAL.toNanos());
    }
  }

  synchronized void look() {
    long now = clockNanos.getAsLong();
    long explained = explainedNanos.getAsLong();
    long unexplained = now - lastNanos - (explained - lastExplainedNanos);
    if (unexplained > LEAST_NANOS) {
      standstillNanos += unexplained;
    }
    lastNanos = now;
    lastExplainedNanos = explained;
  }

  /** For how long it stood still so far, this moment included. */
  synchronized double seconds() {
    // Whoever asks may run again before the watch does.
    look();
    return standstillNanos / 1e9;
  }

  /** How long a thread has waited for a CPU, as schedstat says; 0 where the kernel does not. */
  private static final class RunQueueWait {
    private static final Path SELF = Path.of("/proc/thread-self");

    private volatile Path schedstat;
    private long told;

    void ofThisThread() {
      try {
        schedstat = SELF.toRealPath().resolve("schedstat");
      } catch (IOException notLinux) {
        schedstat = null;
      }
    }

    synchronized long nanosSoFar() {
      Path file = schedstat;
      if (file != null) {
        try {
          told = Long.parseLong(Files.readString(file).split(" ", -1)[1]);
        } catch (IOException | RuntimeException untold) {
          // The last that was told holds on: less than that would look like a standstill.
          schedstat = null;
        }
      }
      return told;
    }
  }
}
