package io.poolbench.server.pool;

import io.poolbench.api.EffectivePool;
import io.poolbench.server.timing.Distribution;
import io.poolbench.server.timing.ThreadTally;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
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
  private final ThreadTally redisTime;
  private final Distribution queueWait = Distribution.ofNanos();
  private final Distribution service = Distribution.ofNanos();
  private final Distribution rest = Distribution.ofNanos();
  private final LongAdder submitted = new LongAdder();
  private final LongAdder rejected = new LongAdder();
  private final LongAdder falselyRejected = new LongAdder();

  /**
   * @param pool the pool that runs the tasks; owned by this object from now on
   * @param nanoClock a monotonic clock in nanoseconds
   * @param redisTime what a thread's tasks have spent on Redis, in nanoseconds of the same rate
   */
  public MeasuredExecutor(ThreadPoolExecutor pool, LongSupplier nanoClock, ThreadTally redisTime) {
    this.pool = pool;
    this.nanoClock = nanoClock;
    this.redisTime = redisTime;
    RejectedExecutionHandler handler = pool.getRejectedExecutionHandler();
    pool.setRejectedExecutionHandler(
        (task, full) -> {
          // Before the pool's own handler, which may take its time, and on the thread of execute.
          if (task instanceof TimedTask timed) {
            timed.refused(hasIdleWorker());
          }
          handler.rejectedExecution(task, full);
        });
  }

  @Override
  public void execute(Runnable task) {
    submitted.increment();
    TimedTask timed = TimedTask.of(this, task, nanoClock.getAsLong());
    try {
      pool.execute(timed);
    } catch (RejectedExecutionException refusal) {
      // Only a refusal says that the pool does not hold the task. After any other failure, such as
      // a thread that cannot be created, it may, so the wrapper is then left to the collector.
      if (timed.refusedBesideIdleWorker()) {
        falselyRejected.increment();
      }
      timed.recycle();
      rejected.increment();
      throw refusal;
    }
  }

  void runTimed(Runnable task, long arrivedNanos) {
    long startedNanos = nanoClock.getAsLong();
    queueWait.record(startedNanos - arrivedNanos);
    // A difference, since a task may run within another one, where the caller runs it.
    long redisBefore = redisTime.ofThisThread();
    try {
      task.run();
    } finally {
      long serviceNanos = nanoClock.getAsLong() - startedNanos;
      rest.record(serviceNanos - (redisTime.ofThisThread() - redisBefore));
      service.record(serviceNanos);
    }
  }

  /** From a task's arrival to its start, of every task that started. */
  public Distribution queueWait() {
    return queueWait;
  }

  /** From a task's start to its end, of every task that ended, normally or not. */
  public Distribution service() {
    return service;
  }

  /**
   * The service time without what the task's thread spent on Redis meanwhile, task by task, of
   * every task that ended.
   */
  public Distribution rest() {
    return rest;
  }

  /** Tasks that the pool refused. */
  public long rejected() {
    return rejected.sum();
  }

  /**
   * Of the refused tasks, those that were refused although a worker was idle: when the pool
   * decided, fewer tasks were with its workers than it may have workers.
   *
   * <p>A task is with a worker from where the pool hands it over, which is before it starts, until
   * it has returned; a task in the queue is with none. So a worker counts as idle as soon as its
   * task has returned, though it may still be on its way back to the queue, and a worker that has
   * not been started yet counts as idle too. Never more than there were: where other tasks arrive,
   * end or are refused at the same moment, a worker counts as busy if in doubt.
   */
  public long falselyRejected() {
    return falselyRejected.sum();
  }

  /**
   * Whether a worker has no task, or could still be started, while one task is being refused.
   *
   * <p>The order of the readings matters. What leaves the workers is read before the queue, and
   * what comes to them after it, so that the result is at least what it was at the moment at which
   * the queue was read.
   */
  private boolean hasIdleWorker() {
    long gone = rejected.sum() + service.count();
    long waiting = queued();
    long withWorkers = submitted.sum() - 1 - waiting - gone;
    return withWorkers < pool.getMaximumPoolSize();
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
    return pool.shutdownNow().stream().map(MeasuredExecutor::asSubmitted).toList();
  }

  private static Runnable asSubmitted(Runnable waiting) {
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
