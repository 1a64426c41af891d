package io.poolbench.server.pool;

import io.poolbench.api.PoolShape;
import io.poolbench.server.timing.Distribution;
import io.poolbench.server.timing.InProgress;
import io.poolbench.server.timing.ThreadTally;
import io.poolbench.server.timing.UnansweredCalls;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * An executor that measures another one: how long each task waited and ran, and which tasks were
 * rejected.
 *
 * <p>Every task goes to the measured executor at once and on the same thread, which alone decides
 * whether it starts, waits or is rejected. Thread-safe. Measuring a task reads the clock three
 * times, takes no lock and allocates one object.
 */
public final class MeasuredExecutor extends AbstractExecutorService {
  private final Supplier<ExecutorService> pools;
  private final LongSupplier nanoClock;
  private final Optional<ThreadTally> redisTime;
  private final UnansweredCalls calls;
  private final Distribution queueWait = Distribution.ofNanos();
  private final Distribution service = Distribution.ofNanos();
  private final Distribution application = Distribution.ofNanos();
  private final InProgress running;

  /** Accepted tasks that have not started. */
  private final InProgress waiting;

  /** Null: every task starts as soon as it has a thread. */
  private final Semaphore permits;

  /** Whether tasks wait elsewhere than in a queue of the pool, so that they are counted here. */
  private final boolean queueless;

  private final LongAdder rejected = new LongAdder();
  private final LongAdder spuriouslyRejected = new LongAdder();
  private volatile Pool pool;

  /**
   * @param pools builds the executor that runs the tasks, and each that replaces it; owned by this
   *     object from then on
   * @param nanoClock a monotonic clock in nanoseconds
   * @param redisTime time that a thread's tasks spent on Redis, in nanoseconds of the same rate
   * @param calls counts this executor's tasks as calls; the service reports answers to it
   */
  public MeasuredExecutor(
      Supplier<ExecutorService> pools,
      LongSupplier nanoClock,
      ThreadTally redisTime,
      UnansweredCalls calls) {
    this(pools, nanoClock, Optional.of(redisTime), calls, Optional.empty());
  }

  /** Of tasks whose time on Redis is not measured: {@link #application} stays empty. */
  public MeasuredExecutor(
      Supplier<ExecutorService> pools, LongSupplier nanoClock, UnansweredCalls calls) {
    this(pools, nanoClock, Optional.empty(), calls, Optional.empty());
  }

  /**
   * An executor whose tasks wait in their threads for a permit before they start: their wait for it
   * is part of their queue wait.
   *
   * @param permits how many tasks may run at once; empty = as many as have a thread
   */
  public MeasuredExecutor(
      Supplier<ExecutorService> pools,
      LongSupplier nanoClock,
      ThreadTally redisTime,
      UnansweredCalls calls,
      Optional<Semaphore> permits) {
    this(pools, nanoClock, Optional.of(redisTime), calls, permits);
  }

  private MeasuredExecutor(
      Supplier<ExecutorService> pools,
      LongSupplier nanoClock,
      Optional<ThreadTally> redisTime,
      UnansweredCalls calls,
      Optional<Semaphore> permits) {
    this.pools = pools;
    this.nanoClock = nanoClock;
    this.redisTime = redisTime;
    this.calls = calls;
    this.permits = permits.orElse(null);
    this.running = new InProgress(nanoClock);
    this.waiting = new InProgress(nanoClock);
    this.pool = build();
    this.queueless = permits.isPresent() || !pool.view.isPresent();
  }

  private Pool build() {
    ExecutorService executor = pools.get();
    Optional<ThreadPoolView> view = ThreadPoolView.of(executor);
    view.ifPresent(threads -> threads.onRejection(task -> judge(task, threads)));
    return new Pool(executor, view);
  }

  /**
   * Replaces the measured executor by a new one. Tasks that the old one has accepted still run on
   * it; each later task goes to the new one. All figures continue.
   */
  public synchronized void renew() {
    Pool old = pool;
    pool = build();
    old.executor.shutdown();
  }

  private void judge(Runnable rejectedTask, ThreadPoolView view) {
    if (rejectedTask instanceof TimedTask) {
      ((TimedTask) rejectedTask).rejected(calls.count() - 1 < view.maxThreads());
    }
  }

  /**
   * Replaces the handler of a {@code ThreadPoolExecutor}, whose rejections are judged as before.
   */
  void rejectionHandler(RejectedExecutionHandler handler) {
    threadPool()
        .ifPresent(
            view -> {
              view.pool().setRejectedExecutionHandler(handler);
              view.onRejection(task -> judge(task, view));
            });
  }

  @Override
  public void execute(Runnable task) {
    calls.opened();
    long arrivedNanos = nanoClock.getAsLong();
    TimedTask timed = new TimedTask(this, task, arrivedNanos);
    if (queueless) {
      waiting.begin(arrivedNanos);
    }
    try {
      submit(timed);
    } catch (RejectedExecutionException rejection) {
      // After any other failure, such as a thread that cannot be created, the pool may hold the
      // task.
      if (timed.spuriouslyRejected()) {
        spuriouslyRejected.increment();
      }
      if (queueless) {
        waiting.end(arrivedNanos);
      }
      calls.dropped();
      rejected.increment();
      throw rejection;
    }
  }

  private void submit(TimedTask timed) {
    ExecutorService used = pool.executor;
    try {
      used.execute(timed);
    } catch (RejectedExecutionException rejection) {
      if (used == pool.executor) {
        throw rejection;
      }
      // Renewed in between: the old pool no longer accepts tasks.
      submit(timed);
    }
  }

  void runTimed(Runnable task, long arrivedNanos) {
    if (permits == null) {
      runStarted(task, arrivedNanos);
      return;
    }
    permits.acquireUninterruptibly();
    try {
      runStarted(task, arrivedNanos);
    } finally {
      permits.release();
    }
  }

  private void runStarted(Runnable task, long arrivedNanos) {
    long startedNanos = nanoClock.getAsLong();
    running.begin(startedNanos);
    queueWait.record(startedNanos - arrivedNanos);
    if (queueless) {
      waiting.end(arrivedNanos);
    }
    // A difference: a task may run within another one, on the thread of its caller.
    long redisBefore = redisTime.isPresent() ? redisTime.get().ofThisThread() : 0;
    boolean outerCall = calls.begin();
    try {
      task.run();
    } finally {
      calls.end(outerCall);
      long serviceNanos = nanoClock.getAsLong() - startedNanos;
      if (redisTime.isPresent()) {
        application.record(serviceNanos - (redisTime.get().ofThisThread() - redisBefore));
      }
      service.record(serviceNanos);
      running.end(startedNanos);
    }
  }

  /** From a task's submission to its start, for every task that started. */
  public Distribution queueWait() {
    return queueWait;
  }

  /** From a task's start to its end, for every task that ended, normally or not. */
  public Distribution service() {
    return service;
  }

  /** Service time minus the time that the task's thread spent on Redis, if that is measured. */
  public Distribution application() {
    return application;
  }

  public long rejected() {
    return rejected.sum();
  }

  /**
   * Rejected tasks at whose rejection fewer accepted tasks were unanswered than the pool may have
   * threads; 0 if the pool is not a {@code ThreadPoolExecutor}, whose rejections alone can be
   * judged.
   *
   * <p>A task is accepted from its call of {@code execute} on, unless it is rejected: whether it is
   * handed over, queued or running makes no difference. It is answered once its service method has
   * returned or thrown; a task that reaches no service method, such as a request that cannot be
   * decoded, once it ends. After the answer the thread still encodes it, writes it and returns to
   * the queue: this keeps the thread from other tasks, but not the caller from sending the next
   * call. As long as there are no more callers than threads, each with one call at a time, every
   * rejection is spurious and is counted as such.
   *
   * <p>The count of unanswered tasks is exact. Tasks that other threads submit at the same moment
   * count as accepted until they are rejected, so a doubtful rejection is not counted as spurious.
   * A task that neither ran nor was rejected because the pool failed stays unanswered.
   */
  public long spuriouslyRejected() {
    return spuriouslyRejected.sum();
  }

  public int running() {
    return running.count();
  }

  /**
   * The number of running tasks, integrated over time, in nanoseconds: the durations of ended tasks
   * and the ages of those that run. A task that ends during the reading may be missing.
   */
  public long runningNanos() {
    return service.sum() + running.ageNanos();
  }

  /**
   * The number of waiting tasks, integrated over time, in nanoseconds: the waits of started tasks
   * and the ages of those in the queue. Tasks on their way between queue and thread count from
   * their start on, then with their whole wait.
   */
  public long waitingNanos() {
    if (queueless) {
      return queueWait.sum() + waiting.ageNanos();
    }
    long inQueue = threadPool().map(view -> view.waitingNanos(nanoClock.getAsLong())).orElse(0L);
    return queueWait.sum() + inQueue;
  }

  /** Tasks that wait: in the pool's queue, or for a permit or a carrier where it has none. */
  public int waiting() {
    Optional<ThreadPoolView> view = pool.view;
    return queueless ? waiting.count() : view.map(ThreadPoolView::queued).orElse(0);
  }

  /** The measured pool's threads and queue; empty if it is not a {@code ThreadPoolExecutor}. */
  public Optional<ThreadPoolView> threadPool() {
    return pool.view;
  }

  /** The configuration of the measured pool, as far as it exposes it. */
  public PoolShape shape() {
    return ThreadPoolView.shapeOf(pool.executor);
  }

  @Override
  public void shutdown() {
    pool.executor.shutdown();
  }

  @Override
  public List<Runnable> shutdownNow() {
    return pool.executor.shutdownNow().stream().map(this::asSubmitted).collect(Collectors.toList());
  }

  private Runnable asSubmitted(Runnable task) {
    if (task instanceof TimedTask) {
      calls.dropped();
      return ((TimedTask) task).task();
    }
    return task;
  }

  @Override
  public boolean isShutdown() {
    return pool.executor.isShutdown();
  }

  @Override
  public boolean isTerminated() {
    return pool.executor.isTerminated();
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
    return pool.executor.awaitTermination(timeout, unit);
  }

  /** The measured executor. */
  private static final class Pool {
    private final ExecutorService executor;

    /** Empty if it is not a {@code ThreadPoolExecutor}. */
    private final Optional<ThreadPoolView> view;

    Pool(ExecutorService executor, Optional<ThreadPoolView> view) {
      this.executor = executor;
      this.view = view;
    }
  }
}
