package io.poolbench.server.pool;

/**
 * A submitted task with the instant of its submission.
 *
 * <p>One new object per task: 32 bytes beside the 20 KB that Dubbo allocates for a call. Reusing
 * them would need a queue on which workers return what the I/O thread takes. Netty's Recycler is
 * such a queue: its producers spin while the thread that enlarges it is off its CPU, which among
 * hundreds of threads on one CPU lasts for seconds.
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

  /** The instant of its submission. */
  long arrivedNanos() {
    return arrivedNanos;
  }

  /** Records a rejection; some pools try again after one. */
  void rejected(boolean spuriously) {
    spuriouslyRejected = spuriously;
  }

  /** Whether the last rejection was spurious. */
  boolean spuriouslyRejected() {
    return spuriouslyRejected;
  }

  @Override
  public void run() {
    pool.runTimed(task, arrivedNanos);
  }
}
