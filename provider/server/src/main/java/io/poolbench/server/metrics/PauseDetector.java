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
 * Measures how long this process was paused from outside: stopped by a signal, frozen with its
 * container, suspended with its virtual machine. Latencies do not show such a pause: only the few
 * calls in flight are late.
 *
 * <p>A thread reads the clock at an interval. A late reading is a pause if neither garbage
 * collection nor the thread's wait for a CPU explains it and the process used no CPU meanwhile. (A
 * process that does use CPU is busy: among hundreds of threads on one CPU, reaching a safepoint may
 * take seconds.) Thread-safe.
 */
public final class PauseDetector {
  /** A sample costs some 100 us of a busy CPU: a thousandth of it. */
  private static final Duration INTERVAL = Duration.ofMillis(100);

  /** Shorter delays may come from the kernel's timers and safepoints together. */
  private static final long MIN_PAUSE_NANOS = Duration.ofMillis(250).toNanos();

  private final LongSupplier clockNanos;
  private final LongSupplier explainedNanos;
  private final LongSupplier cpuNanos;
  private final long cpuNanosPerInterval;
  private long lastNanos;
  private long lastExplainedNanos;
  private long lastCpuNanos;
  private long pausedNanos;

  /**
   * @param explainedNanos total delay of the sampling thread by garbage collection and lack of CPU
   * @param cpuNanos total CPU time of the process
   * @param cpus CPUs available to the process
   */
  PauseDetector(
      LongSupplier clockNanos, LongSupplier explainedNanos, LongSupplier cpuNanos, int cpus) {
    this.clockNanos = clockNanos;
    this.explainedNanos = explainedNanos;
    this.cpuNanos = cpuNanos;
    this.cpuNanosPerInterval = INTERVAL.toNanos() * cpus;
    this.lastCpuNanos = cpuNanos.getAsLong();
    this.lastNanos = clockNanos.getAsLong();
    this.lastExplainedNanos = explainedNanos.getAsLong();
  }

  /** Samples on a daemon thread until the process ends. */
  public static PauseDetector start() {
    List<GarbageCollectorMXBean> beans = ManagementFactory.getGarbageCollectorMXBeans();
    GarbageCollections young = GarbageCollections.young(beans);
    GarbageCollections full = GarbageCollections.full(beans);
    RunQueueWait wait = new RunQueueWait();
    OperatingSystemMXBean process =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    PauseDetector detector =
        new PauseDetector(
            System::nanoTime,
            () -> Math.round((young.pauseSeconds() + full.pauseSeconds()) * 1e9) + wait.nanos(),
            process::getProcessCpuTime,
            process.getAvailableProcessors());
    Thread thread = new Thread(() -> detector.sampleForever(wait), "pause-detector");
    thread.setDaemon(true);
    thread.start();
    return detector;
  }

  private void sampleForever(RunQueueWait wait) {
    wait.attachToThisThread();
    while (true) {
      sample();
      LockSupport.parkNanos(INTERVAL.toNanos());
    }
  }

  synchronized void sample() {
    long now = clockNanos.getAsLong();
    long explained = explainedNanos.getAsLong();
    long cpu = cpuNanos.getAsLong();
    long unexplained = now - lastNanos - (explained - lastExplainedNanos);
    // CPU time used before the pause, and a tenth for the resolution of the clocks.
    boolean idle = cpu - lastCpuNanos <= cpuNanosPerInterval + unexplained / 10;
    if (unexplained > MIN_PAUSE_NANOS && idle) {
      pausedNanos += unexplained;
    }
    lastNanos = now;
    lastExplainedNanos = explained;
    lastCpuNanos = cpu;
  }

  /** Total time paused, up to this moment. */
  synchronized double seconds() {
    // The reader may run again before the sampling thread does.
    sample();
    return pausedNanos / 1e9;
  }

  /** A thread's wait for a CPU, from Linux's schedstat; 0 on other systems. */
  private static final class RunQueueWait {
    private static final Path SELF = Path.of("/proc/thread-self");

    private volatile Path schedstat;
    private long nanos;

    void attachToThisThread() {
      try {
        schedstat = SELF.toRealPath().resolve("schedstat");
      } catch (IOException notLinux) {
        schedstat = null;
      }
    }

    synchronized long nanos() {
      Path file = schedstat;
      if (file != null) {
        try {
          nanos = Long.parseLong(Files.readString(file).split(" ", -1)[1]);
        } catch (IOException | RuntimeException unreadable) {
          // The last value stays: a smaller one would be taken for a pause.
          schedstat = null;
        }
      }
      return nanos;
    }
  }
}
