package io.poolbench.server.pool;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The most running and the most waiting tasks since each was last taken.
 *
 * <p>Thread-safe. A peak between two samples is missed; what is reported was really there.
 */
public final class PoolPeaks {
  private final MeasuredExecutor pool;
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger queued = new AtomicInteger();

  public PoolPeaks(MeasuredExecutor pool) {
    this.pool = pool;
  }

  /** Looks at the pool in this interval until the process ends, on a daemon thread. */
  public void startSampling(Duration interval) {
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

  /** Looks at the pool once. */
  public void sample() {
    running.accumulateAndGet(pool.running(), Math::max);
    queued.accumulateAndGet(pool.queued(), Math::max);
  }

  /** The most tasks seen running since the last call, this moment included. */
  public int takeRunning() {
    return Math.max(running.getAndSet(0), pool.running());
  }

  /** The most tasks seen waiting since the last call, this moment included. */
  public int takeQueued() {
    return Math.max(queued.getAndSet(0), pool.queued());
  }
}
