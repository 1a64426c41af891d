package io.poolbench.server.pool;

import io.poolbench.server.timing.Distribution;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Samples a pool's running and queued tasks at an interval.
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

  /** Samples at this interval on a daemon thread, until the process ends. */
  public void start(Duration interval) {
    Thread sampler =
        new Thread(
            () -> {
              while (true) {
                sample();
                LockSupport.parkNanos(interval.toNanos());
              }
            },
            "pool-sampler");
    sampler.setDaemon(true);
    sampler.start();
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
