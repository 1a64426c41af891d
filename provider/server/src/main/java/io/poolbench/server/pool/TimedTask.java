package io.poolbench.server.pool;

import io.netty.util.Recycler;

/**
 * A task on its way through the pool, with the moment at which it arrived.
 *
 * <p>Pooled by the thread that submits it. It goes back when the task starts, not when it ends: the
 * worker then needs it no longer, and no more of them exist than tasks wait. Reuse cannot confuse
 * {@code ThreadPoolExecutor.remove}, which {@code execute} calls when it finds the pool shut down
 * after all: until {@code execute} returns, the only thread that could take the wrapper again is
 * inside it.
 */
final class TimedTask implements Runnable {
  private static final Recycler<TimedTask> FREE = new Free();

  private final Recycler.EnhancedHandle<TimedTask> handle;
  private MeasuredExecutor pool;
  private Runnable task;
  private long arrivedNanos;
  private boolean falselyRefused;

  private TimedTask(Recycler.EnhancedHandle<TimedTask> handle) {
    this.handle = handle;
  }

  static TimedTask of(MeasuredExecutor pool, Runnable task, long arrivedNanos) {
    TimedTask timed = FREE.get();
    timed.pool = pool;
    timed.task = task;
    timed.arrivedNanos = arrivedNanos;
    timed.falselyRefused = false;
    return timed;
  }

  /** The task as it was submitted; only while it waits. */
  Runnable task() {
    return task;
  }

  /** The pool does not take it, for now: some pools try once more. */
  void refused(boolean falsely) {
    falselyRefused = falsely;
  }

  /** Whether the pool's last refusal of it was false; only between refusal and recycling. */
  boolean falselyRefused() {
    return falselyRefused;
  }

  @Override
  public void run() {
    MeasuredExecutor ranBy = pool;
    Runnable ran = task;
    long arrived = arrivedNanos;
    recycle();
    ranBy.runTimed(ran, arrived);
  }

  /** Gives this object back; nobody may touch it from here on. */
  void recycle() {
    pool = null;
    task = null;
    handle.recycle(this);
  }

  private static final class Free extends Recycler<TimedTask> {
    /** Tasks that wait at once for one I/O thread; beyond it a wrapper is plain garbage. */
    private static final int CAPACITY_PER_THREAD = 16_384;

    /** Netty pools only one new object in eight unless told otherwise. */
    private static final int POOL_EVERY_NEW_OBJECT = 0;

    private static final int CHUNK = 64;

    Free() {
      super(CAPACITY_PER_THREAD, POOL_EVERY_NEW_OBJECT, CHUNK);
    }

    @Override
    protected TimedTask newObject(Handle<TimedTask> handle) {
      return new TimedTask((EnhancedHandle<TimedTask>) handle);
    }
  }
}
