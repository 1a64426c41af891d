package io.poolbench.server.metrics;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.management.OperatingSystemMXBean;
import io.poolbench.core.CpuGauge;
import io.poolbench.core.DaemonThread;
import io.poolbench.core.GarbageCollections;
import io.poolbench.server.timing.Distribution;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Measures the time in which this process was paused from outside: stopped by a signal, frozen with
 * its container, or suspended with its virtual machine. Latencies do not show such a pause, because
 * only the few calls in flight are late.
 *
 * <p>A thread reads the clock at an interval. A late reading counts as a pause if neither garbage
 * collection nor the thread's wait for a CPU explains it, and if the process used hardly any CPU
 * meanwhile. (A process that uses CPU is busy: with hundreds of threads on one CPU, reaching a
 * safepoint may take seconds.)
 *
 * <p>The same thread records how late it wakes up for reasons other than a busy CPU, and regularly
 * samples the speed of its CPU. Thread-safe.
 */
public final class PauseDetector implements AutoCloseable {
  /** A sample takes some 20 us, 0.2 % of a CPU. */
  private static final Duration INTERVAL = Duration.ofMillis(10);

  /** Kernel timers and safepoints together may cause shorter delays. */
  private static final long MIN_PAUSE_NANOS = INTERVAL.plusMillis(50).toNanos();

  /** Resolution of the process's CPU time, which the JVM reads in kernel ticks. */
  private static final long CPU_TICK_NANOS = Duration.ofMillis(10).toNanos();

  /** A round of some 30 us every 30 ms takes 0.1 % of a CPU, some twenty in a short window. */
  private static final int SAMPLES_PER_ROUND = 3;

  private final LongSupplier clockNanos;
  private final LongSupplier gcNanos;
  private final LongSupplier waitNanos;
  private final LongSupplier cpuNanos;
  private final int cpus;
  private final Distribution hiccups = Distribution.ofNanos();
  private final Distribution rounds = Distribution.ofNanos();
  private long lastWokenNanos;
  private long lastWaitNanos;
  private long lastNanos;
  private long lastExplainedNanos;
  private long lastCpuNanos;
  private long pausedNanos;
  private volatile boolean closed;

  /**
   * @param gcNanos total time of garbage collection pauses
   * @param waitNanos total time in which the sampling thread was runnable but had no CPU
   * @param cpuNanos total CPU time of the process
   * @param cpus CPUs available to the process
   */
  PauseDetector(
      LongSupplier clockNanos,
      LongSupplier gcNanos,
      LongSupplier waitNanos,
      LongSupplier cpuNanos,
      int cpus) {
    this.clockNanos = clockNanos;
    this.gcNanos = gcNanos;
    this.waitNanos = waitNanos;
    this.cpuNanos = cpuNanos;
    this.cpus = cpus;
    this.lastCpuNanos = cpuNanos.getAsLong();
    this.lastNanos = clockNanos.getAsLong();
    this.lastExplainedNanos = explainedNanos();
    restart();
  }

  private long explainedNanos() {
    return gcNanos.getAsLong() + waitNanos.getAsLong();
  }

  /** Samples on a daemon thread until it is closed. */
  public static PauseDetector start() {
    GarbageCollections collections =
        GarbageCollections.all(ManagementFactory.getGarbageCollectorMXBeans());
    RunQueueWait wait = new RunQueueWait();
    OperatingSystemMXBean process =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    PauseDetector detector =
        new PauseDetector(
            System::nanoTime,
            () -> Math.round(collections.pauseSeconds() * 1e9),
            wait::nanos,
            process::getProcessCpuTime,
            process.getAvailableProcessors());
    Thread unused = DaemonThread.start(() -> detector.sampleForever(wait), "pause-detector");
    return detector;
  }

  private void sampleForever(RunQueueWait wait) {
    wait.attachToThisThread();
    CpuGauge gauge = new CpuGauge();
    gauge.warmUp();
    restart();
    for (long sample = 1; !closed; sample++) {
      LockSupport.parkNanos(INTERVAL.toNanos());
      woken();
      if (sample % SAMPLES_PER_ROUND == 0) {
        rounds.record(gauge.roundNanos());
        restart();
      }
    }
    wait.close();
  }

  @Override
  public void close() {
    closed = true;
  }

  private void restart() {
    lastWokenNanos = clockNanos.getAsLong();
    lastWaitNanos = waitNanos.getAsLong();
  }

  void woken() {
    sample();
    long slept = lastWokenNanos;
    long waited = lastWaitNanos;
    restart();
    hiccups.record(
        lastWokenNanos - slept - INTERVAL.toNanos() - Math.max(0, lastWaitNanos - waited));
  }

  synchronized void sample() {
    long now = clockNanos.getAsLong();
    long explained = explainedNanos();
    long cpu = cpuNanos.getAsLong();
    long busy = Math.max(0, explained - lastExplainedNanos);
    long unexplained = now - lastNanos - busy;
    // CPU time before the pause and while this thread waited, plus a tenth for threads that run
    // first after the pause.
    long expected = (INTERVAL.toNanos() + busy) * cpus + CPU_TICK_NANOS;
    boolean idle = cpu - lastCpuNanos <= expected + unexplained / 10;
    if (unexplained > MIN_PAUSE_NANOS && idle) {
      pausedNanos += unexplained;
    }
    lastNanos = now;
    lastExplainedNanos = explained;
    lastCpuNanos = cpu;
  }

  synchronized double seconds() {
    // This thread may run before the sampling thread after a pause.
    sample();
    return pausedNanos / 1e9;
  }

  Distribution hiccups() {
    return hiccups;
  }

  /** CPU time of rounds of arithmetic, which measures the speed of the process's CPUs. */
  Distribution rounds() {
    return rounds;
  }

  /** A thread's total wait for a CPU, from Linux' schedstat; 0 on other systems. */
  private static final class RunQueueWait implements AutoCloseable {
    private static final Path SELF = Paths.get("/proc/thread-self");

    private static final int MAX_BYTES = 128;

    private final ByteBuffer text = ByteBuffer.allocate(MAX_BYTES);
    private FileChannel schedstat;
    private long nanos;

    /** Opens the file, which stays open because opening it costs more than reading it. */
    synchronized void attachToThisThread() {
      try {
        schedstat = FileChannel.open(SELF.toRealPath().resolve("schedstat"));
      } catch (IOException notLinux) {
        schedstat = null;
      }
    }

    synchronized long nanos() {
      if (schedstat != null) {
        try {
          text.clear();
          int length = schedstat.read(text, 0);
          nanos = Long.parseLong(new String(text.array(), 0, length, US_ASCII).split(" ", 3)[1]);
        } catch (IOException | RuntimeException unreadable) {
          // The last value is kept, because a smaller one would count as a pause.
          schedstat = null;
        }
      }
      return nanos;
    }

    @Override
    public synchronized void close() {
      try (FileChannel last = schedstat) {
        schedstat = null;
      } catch (IOException closed) {
        // The descriptor is free all the same.
        return;
      }
    }
  }
}
