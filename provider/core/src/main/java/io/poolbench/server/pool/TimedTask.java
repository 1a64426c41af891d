package io.poolbench.server.pool;

/**
 * A submitted task with the time of its submission. Each is a new object of 32 bytes, compared with
 * the 20 KB that Dubbo allocates for a call; to reuse objects, worker threads would have to return
 * them to the I/O thread.
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

  Runnable task() {
    return task;
  }

  long arrivedNanos() {
    return arrivedNanos;
  }

  /** Records a rejection; may be called again, as some pools retry after a rejection. */
  void rejected(boolean spuriously) {
    spuriouslyRejected = spuriously;
  }

  boolean spuriouslyRejected() {
    return spuriouslyRejected;
  }

  @Override
  public void run() {
    pool.runTimed(task, arrivedNanos);
  }
}
