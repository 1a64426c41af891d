package io.poolbench.server.pool;

import io.poolbench.server.timing.Distribution;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Samples a pool's running and queued tasks.
 *
 * <p>Thread-safe to read. Peaks between two samples are missed. The sampling thread competes for a
 * CPU like any other, so the interval grows if CPUs are short.
 */
public final class PoolSampler {
  private final MeasuredExecutor pool;
  private final Distribution running = Distribution.ofNumbers();
  private final Distribution queued = Distribution.ofNumbers();

  public PoolSampler(MeasuredExecutor pool) {
    this.pool = pool;
  }

  /**
   * Samples pools on one daemon thread until the process ends, at random intervals between half and
   * one and a half times the mean one, so that no periodic load is met in the same phase each time.
   */
  public static void start(List<PoolSampler> samplers, Duration meanInterval) {
    long half = meanInterval.toNanos() / 2;
    SplittableRandom random = new SplittableRandom();
    Thread thread =
        new Thread(
            () -> {
              while (true) {
                samplers.forEach(PoolSampler::sample);
                LockSupport.parkNanos(half + random.nextLong(2 * half));
              }
            },
            "pool-sampler");
    thread.setDaemon(true);
    thread.start();
  }

  /** Takes one sample; for one thread. */
  void sample() {
    running.record(pool.running());
    pool.threadPool().ifPresent(view -> queued.record(view.queued()));
  }

  /** Running tasks, one value per sample. */
  public Distribution running() {
    return running;
  }

  /** Queued tasks, one value per sample; none if the pool does not expose its queue. */
  public Distribution queued() {
    return queued;
  }
}
