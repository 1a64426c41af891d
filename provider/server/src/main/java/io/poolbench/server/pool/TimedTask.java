package io.poolbench.server.pool;

/**
 * A task on its way through the pool, with the moment at which it arrived.
 *
 * <p>A new object for each task, 32 bytes beside the 20 KB that Dubbo allocates for a call. A pool
 * of them would have the workers give back what the I/O thread takes, through a queue of many
 * producers; such a queue (Netty's Recycler) has them spin while the one that enlarges it has lost
 * its CPU, which among hundreds of threads on one CPU lasts for seconds.
 */
final class TimedTask implements Runnable {
  private final MeasuredExecutor pool;
  private final Runnable task;
  private final long arrivedNanos;
  private boolean spuriouslyRejected;

  TimedTask(MeasuredExecutor pool, Runnable task, long arrivedNanos) {
    this.pool = pool;
    this.task = task;
    this.arrivedNanos = arrivedNanos;
  }

  /** The task as it was submitted. */
  Runnable task() {
    return task;
  }

  /** The pool does not take it, for now: some pools try once more. */
  void refused(boolean falsely) {
    spuriouslyRejected = falsely;
  }

  /** Whether the pool's last refusal of it was false. */
  boolean spuriouslyRejected() {
    return spuriouslyRejected;
  }

  @Override
  public void run() {
    pool.runTimed(task, arrivedNanos);
  }
}
