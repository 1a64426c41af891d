package io.poolbench.server.pool;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * A submitted task with the time of its submission. Each is a new object of 32 bytes, compared with
 * the 20 KB that Dubbo allocates for a call; to reuse objects, worker threads would have to return
 * them to the I/O thread.
 *
 * <p>A task that was rejected is either started once or withdrawn: its pool's handler may have
 * queued it.
 */
final class TimedTask implements Runnable {
  private static final int SUBMITTED = 0;
  private static final int REJECTED = 1;
  private static final int SPURIOUSLY_REJECTED = 2;
  private static final int WITHDRAWN = 3;
  private static final int STARTED = 4;

  private static final AtomicIntegerFieldUpdater<TimedTask> STATE =
      AtomicIntegerFieldUpdater.newUpdater(TimedTask.class, "state");

  private final MeasuredExecutor pool;
  private final Runnable task;
  private final long arrivedNanos;
  private volatile int state;

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
    state = spuriously ? SPURIOUSLY_REJECTED : REJECTED;
  }

  boolean spuriouslyRejected() {
    return state == SPURIOUSLY_REJECTED;
  }

  /** Prevents the start of a rejected task; false if it has started. */
  boolean withdraw() {
    return ends(WITHDRAWN);
  }

  boolean isWithdrawn() {
    return state == WITHDRAWN;
  }

  /** Whether it was rejected, and has started since. */
  boolean isStarted() {
    return state == STARTED;
  }

  private boolean ends(int end) {
    return STATE.compareAndSet(this, REJECTED, end)
        || STATE.compareAndSet(this, SPURIOUSLY_REJECTED, end);
  }

  @Override
  public void run() {
    if (state == SUBMITTED || ends(STARTED)) {
      pool.runTimed(task, arrivedNanos);
    }
  }
}
