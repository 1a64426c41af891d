package io.poolbench.server.metrics;

import com.sun.management.OperatingSystemMXBean;
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
 * <p>A thread looks at the clock again and again. Where it comes late, neither a collection nor its
 * wait for a CPU explains it, and the process used no CPU meanwhile, nothing of it ran. (One that
 * does use CPU is busy with itself: its threads may take seconds to come to a safepoint where
 * hundreds of them share a CPU.) Thread-safe.
 */
public final class PauseDetector {
  /** A look costs some 100 us of a busy CPU: a thousandth of it. */
  private static final Duration INTERVAL = Duration.ofMillis(100);

  /** What is shorter, the kernel's timers and a safepoint's way may explain together. */
  private static final long LEAST_NANOS = Duration.ofMillis(250).toNanos();

  private final LongSupplier clockNanos;
  private final LongSupplier explainedNanos;
  private final LongSupplier cpuNanos;
  private final long usualCpuNanos;
  private long lastNanos;
  private long lastExplainedNanos;
  private long lastCpuNanos;
  private long standstillNanos;

  /**
   * @param clockNanos the clock
   * @param explainedNanos how long collections and a lack of CPU have held up this watch so far
   * @param cpuNanos what the process has used of all CPUs so far
   * @param cpus how many CPUs it may use
   */
  PauseDetector(
      LongSupplier clockNanos, LongSupplier explainedNanos, LongSupplier cpuNanos, int cpus) {
    this.clockNanos = clockNanos;
    this.explainedNanos = explainedNanos;
    this.cpuNanos = cpuNanos;
    this.usualCpuNanos = INTERVAL.toNanos() * cpus;
    this.lastCpuNanos = cpuNanos.getAsLong();
    this.lastNanos = clockNanos.getAsLong();
    this.lastExplainedNanos = explainedNanos.getAsLong();
  }

  /** Watches until the process ends, on a daemon thread. */
  public static PauseDetector start() {
    List<GarbageCollectorMXBean> beans = ManagementFactory.getGarbageCollectorMXBeans();
    GarbageCollections young = GarbageCollections.young(beans);
    GarbageCollections full = GarbageCollections.full(beans);
    RunQueueWait wait = new RunQueueWait();
    OperatingSystemMXBean process =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    PauseDetector watch =
        new PauseDetector(
            System::nanoTime,
            () ->
                Math.round((young.pauseSeconds() + full.pauseSeconds()) * 1e9) + wait.nanosSoFar(),
            process::getProcessCpuTime,
            process.getAvailableProcessors());
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
    long cpu = cpuNanos.getAsLong();
    long unexplained = now - lastNanos - (explained - lastExplainedNanos);
    // What it used before it stood still, and some for the clocks' grain.
    boolean atRest = cpu - lastCpuNanos <= usualCpuNanos + unexplained / 10;
    if (unexplained > LEAST_NANOS && atRest) {
      standstillNanos += unexplained;
    }
    lastNanos = now;
    lastExplainedNanos = explained;
    lastCpuNanos = cpu;
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
