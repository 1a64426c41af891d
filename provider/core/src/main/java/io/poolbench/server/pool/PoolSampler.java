package io.poolbench.server.pool;

import io.poolbench.core.DaemonThread;
import io.poolbench.server.timing.Distribution;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Samples a pool's queued tasks, to find their maximum, and its busy threads by the executor's own
 * count. Means are exact without samples, see {@link MeasuredExecutor#runningNanos()}.
 *
 * <p>Peaks between two samples are missed. The sampling thread competes for a CPU like any other,
 * so the interval grows if CPUs are short. Reading is thread-safe.
 */
public final class PoolSampler {
  private static final Duration MEAN_INTERVAL = Duration.ofMillis(5);

  private final MeasuredExecutor pool;
  private final Distribution queued = Distribution.ofNumbers();
  private final LongAdder busyNanos = new LongAdder();
  private final LongSupplier nanoClock;
  private long lastNanos;

  public PoolSampler(MeasuredExecutor pool, LongSupplier nanoClock) {
    this.pool = pool;
    this.nanoClock = nanoClock;
    this.lastNanos = nanoClock.getAsLong();
  }

  /**
   * Samples pools on one daemon thread until it is interrupted. Intervals are random, between half
   * and one and a half times the mean, so that a periodic load is sampled in all phases.
   */
  public static Thread start(List<PoolSampler> samplers) {
    long half = MEAN_INTERVAL.toNanos() / 2;
    SplittableRandom random = new SplittableRandom();
    return DaemonThread.start(
        () -> {
          while (!Thread.currentThread().isInterrupted()) {
            samplers.forEach(PoolSampler::sample);
            LockSupport.parkNanos(half + random.nextLong(2 * half));
          }
        },
        "pool-sampler");
  }

  /** Takes one sample; for one thread. */
  void sample() {
    long now = nanoClock.getAsLong();
    long sinceLast = now - lastNanos;
    lastNanos = now;
    queued.record(pool.waiting());
    pool.threadPool().ifPresent(own -> busyNanos.add(own.getActiveCount() * sinceLast));
  }

  public Distribution queued() {
    return queued;
  }

  /**
   * Busy threads by the executor's own count, integrated over time, in nanoseconds. Each sample
   * counts for the time since the one before it, so that a late sample does not distort the mean.
   * The value is independent of the times recorded by {@link MeasuredExecutor}, and checks them.
   */
  public long busyNanos() {
    return busyNanos.sum();
  }
}
