package io.poolbench.server.pool;

import io.poolbench.api.EffectivePool;
import io.poolbench.server.timing.DurationSum;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * A thread pool that says how long each task waited and ran, and which it refused.
 *
 * <p>Every task goes to the real pool at once and from the same thread; whether it starts, waits or
 * is refused is the real pool's decision alone. Thread-safe. Measuring a task takes three readings
 * of the clock and neither locks nor allocates.
 */
public final class MeasuredExecutor extends AbstractExecutorService {
  private final ThreadPoolExecutor pool;
  private final LongSupplier nanoClock;
  private final DurationSum queueWait = new DurationSum();
  private final DurationSum service = new DurationSum();
  private final LongAdder rejected = new LongAdder();

  /**
   * @param pool the pool that runs the tasks; owned by this object from now on
   * @param nanoClock a monotonic clock in nanoseconds
   */
  public MeasuredExecutor(ThreadPoolExecutor pool, LongSupplier nanoClock) {
    this.pool = pool;
    this.nanoClock = nanoClock;
  }

  @Override
  public void execute(Runnable task) {
    TimedTask timed = TimedTask.of(this, task, nanoClock.getAsLong());
    try {
      pool.execute(timed);
    } catch (RejectedExecutionException refusal) {
      // Only a refusal says that the pool does not hold the task. After any other failure, such as
      // a thread that cannot be created, it may, so the wrapper is then left to the collector.
      timed.recycle();
      rejected.increment();
      throw refusal;
    }
  }

  void runTimed(Runnable task, long arrivedNanos) {
    long startedNanos = nanoClock.getAsLong();
    queueWait.add(startedNanos - arrivedNanos);
    try {
      task.run();
    } finally {
      service.add(nanoClock.getAsLong() - startedNanos);
    }
  }

  /** From a task's arrival to its start, of every task that started. */
  public DurationSum queueWait() {
    return queueWait;
  }

  /** From a task's start to its end, of every task that ended, normally or not. */
  public DurationSum service() {
    return service;
  }

  /** Tasks that the pool refused. */
  public long rejected() {
    return rejected.sum();
  }

  /**
   * Tasks that are running. Takes no lock, and is never more than there were: what ends between the
   * two readings is missing, so that a maximum over samples cannot exceed the pool's threads.
   */
  public int running() {
    long started = queueWait.count();
    long ended = service.count();
    return (int) Math.max(0, started - ended);
  }

  /** Tasks in the pool's queue; takes no lock. */
  public int queued() {
    return pool.getQueue().size();
  }

  /** Threads that the pool has; takes the pool's lock. */
  public int threads() {
    return pool.getPoolSize();
  }

  /** The pool as it was really built. */
  public EffectivePool effective() {
    BlockingQueue<Runnable> queue = pool.getQueue();
    return new EffectivePool(
        pool.getClass().getSimpleName(),
        pool.getCorePoolSize(),
        pool.getMaximumPoolSize(),
        pool.getKeepAliveTime(TimeUnit.MILLISECONDS),
        queue.getClass().getSimpleName(),
        queue.size() + queue.remainingCapacity());
  }

  @Override
  public void shutdown() {
    pool.shutdown();
  }

  @Override
  public List<Runnable> shutdownNow() {
    return pool.shutdownNow().stream().map(MeasuredExecutor::submitted).toList();
  }

  private static Runnable submitted(Runnable waiting) {
    return waiting instanceof TimedTask timed ? timed.task() : waiting;
  }

  @Override
  public boolean isShutdown() {
    return pool.isShutdown();
  }

  @Override
  public boolean isTerminated() {
    return pool.isTerminated();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return pool.awaitTermination(timeout, unit);
  }
}
