package io.poolbench.server.pool;

import io.poolbench.api.EffectivePool;
import io.poolbench.server.timing.Distribution;
import io.poolbench.server.timing.ThreadTally;
import io.poolbench.server.timing.UnansweredCalls;
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
  private final UnansweredCalls calls;
  private final Distribution queueWait = Distribution.ofNanos();
  private final Distribution service = Distribution.ofNanos();
  private final Distribution rest = Distribution.ofNanos();
  private final LongAdder rejected = new LongAdder();
  private final LongAdder spuriouslyRejected = new LongAdder();

  /**
   * @param pool the pool that runs the tasks; owned by this object from now on
   * @param nanoClock a monotonic clock in nanoseconds
   * @param redisTime what a thread's tasks have spent on Redis, in nanoseconds of the same rate
   * @param calls counts this pool's tasks as calls; whoever knows a task's answer before the task
   *     ends tells it there
   */
  public MeasuredExecutor(
      ThreadPoolExecutor pool,
      LongSupplier nanoClock,
      ThreadTally redisTime,
      UnansweredCalls calls) {
    this.pool = pool;
    this.nanoClock = nanoClock;
    this.redisTime = redisTime;
    this.calls = calls;
    RejectedExecutionHandler handler = pool.getRejectedExecutionHandler();
    pool.setRejectedExecutionHandler(
        (task, full) -> {
          // Before the pool's own handler, which may take its time, and on the thread of execute.
          if (task instanceof TimedTask timed) {
            timed.refused(isFalse());
          }
          handler.rejectedExecution(task, full);
        });
  }

  @Override
  public void execute(Runnable task) {
    calls.opened();
    TimedTask timed = new TimedTask(this, task, nanoClock.getAsLong());
    try {
      pool.execute(timed);
    } catch (RejectedExecutionException refusal) {
      // Only a refusal says that the pool does not hold the task: after any other failure, such as
      // a thread that cannot be created, it may.
      if (timed.spuriouslyRejected()) {
        spuriouslyRejected.increment();
      }
      calls.dropped();
      rejected.increment();
      throw refusal;
    }
  }

  void runTimed(Runnable task, long arrivedNanos) {
    long startedNanos = nanoClock.getAsLong();
    queueWait.record(startedNanos - arrivedNanos);
    // A difference, since a task may run within another one, where the caller runs it.
    long redisBefore = redisTime.ofThisThread();
    boolean outerCall = calls.begin();
    try {
      task.run();
    } finally {
      calls.end(outerCall);
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
   * Of the refused tasks, those that were refused although the pool had a thread for them: when it
   * decided, fewer of the tasks that it had accepted were unanswered than it may have threads.
   *
   * <p>A task is accepted from the moment at which it comes to {@code execute}, unless it is
   * refused: one that is handed over, waits in the queue or runs is unanswered alike. It counts as
   * answered from where its service method has returned or thrown; a task that reaches no service
   * method, such as one that cannot be decoded, from where the task itself ends. What a thread does
   * between the two, which is encoding the answer, writing it and going back to the queue, keeps it
   * from other tasks but no caller from asking again: that a call comes meanwhile is what this
   * number is about. While no more callers than threads call one after the other, every refusal is
   * false, and is counted so.
   *
   * <p>The count of unanswered tasks is exact; only tasks that other threads submit at the same
   * moment count as accepted until they are refused, so that where in doubt a refusal is not false.
   * The same holds for good for a task that neither ran nor was refused because the pool failed.
   */
  public long spuriouslyRejected() {
    return spuriouslyRejected.sum();
  }

  /** While one task is being refused: whether fewer others are unanswered than threads may be. */
  private boolean isFalse() {
    return calls.count() - 1 < pool.getMaximumPoolSize();
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
    return pool.shutdownNow().stream().map(this::asSubmitted).toList();
  }

  private Runnable asSubmitted(Runnable waiting) {
    if (waiting instanceof TimedTask timed) {
      calls.dropped();
      return timed.task();
    }
    return waiting;
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
