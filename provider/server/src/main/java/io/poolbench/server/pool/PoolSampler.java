package io.poolbench.server.pool;

import io.poolbench.server.timing.Distribution;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Looks at a pool again and again, and takes down how many tasks are running and how many wait.
 *
 * <p>Thread-safe to read. A peak between two samples is missed; what is reported was really there.
 * A thread waits for its CPU as others do, so where CPUs are short the interval grows.
 */
public final class PoolSampler {
  private final MeasuredExecutor pool;
  private final Distribution running = Distribution.ofNumbers();
  private final Distribution queued = Distribution.ofNumbers();

  public PoolSampler(MeasuredExecutor pool) {
    this.pool = pool;
  }

  /** Looks at the pool in this interval until the process ends, on a daemon thread. */
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

  /** Looks at the pool once; for one thread. */
  void sample() {
    running.record(pool.running());
    queued.record(pool.queued());
  }

  /** Tasks running, sample by sample. */
  public Distribution running() {
    return running;
  }

  /** Tasks waiting in the queue, sample by sample. */
  public Distribution queued() {
    return queued;
  }
}
