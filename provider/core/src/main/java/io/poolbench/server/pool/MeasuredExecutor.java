package io.poolbench.server.pool;

import com.google.gson.JsonObject;
import io.poolbench.server.timing.Distribution;
import io.poolbench.server.timing.InProgress;
import io.poolbench.server.timing.ThreadTally;
import io.poolbench.server.timing.UnansweredCalls;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * An executor that measures another one: the wait and run time of each task, and rejections.
 *
 * <p>Each task is passed to the measured executor at once and on the same thread; that executor
 * alone decides whether the task starts, waits or is rejected. Thread-safe. Measuring a task reads
 * the clock three times, takes no lock and allocates one object.
 */
public final class MeasuredExecutor extends AbstractExecutorService {
  private static final String REPLACED = "the pool was replaced";

  /** The end of two thousand idle threads takes a tenth of it. */
  private static final long END_SECONDS = 1;

  private final LongSupplier nanoClock;
  private final Optional<ThreadTally> redisTime;
  private final UnansweredCalls calls;
  private final Distribution queueWait = Distribution.ofNanos();
  private final Distribution service = Distribution.ofNanos();
  private final Distribution application = Distribution.ofNanos();
  private final InProgress running;

  /** Accepted tasks that have not started. */
  private final InProgress waiting;

  /** Null if tasks start as soon as they have a thread. */
  private final Semaphore permits;

  /** Whether tasks wait outside a queue of the pool, and are therefore counted here. */
  private final boolean queueless;

  private final LongAdder rejected = new LongAdder();
  private final LongAdder spuriouslyRejected = new LongAdder();
  private volatile Pool pool;

  /** The program's own handler of rejections, which each pool gets; null if it set none. */
  private volatile RejectedExecutionHandler handler;

  /** The program's own thread factory, which each pool gets; null if it set none. */
  private volatile ThreadFactory factory;

  /** The pool to which {@link #restore} returns; null if none is kept. */
  private volatile Pool kept;

  /** The pool that was shut down last, until {@link #settle}; null if none was. */
  private volatile Pool ended;

  /** An executor without Redis times, so that {@link #application} stays empty, and permits. */
  public MeasuredExecutor(
      Supplier<ExecutorService> pools, LongSupplier nanoClock, UnansweredCalls calls) {
    this(pools, nanoClock, null, calls, Optional.empty());
  }

  /**
   * @param pools builds the executor that runs the tasks, and its replacements; this object owns
   *     them
   * @param nanoClock a monotonic clock in nanoseconds
   * @param redisTime time that a thread's tasks spent on Redis, in nanoseconds of the same rate;
   *     null if it is not measured
   * @param calls counts this executor's tasks as calls; the service reports answers to it
   * @param permits for which tasks wait in their threads before they start; this wait is a part of
   *     their queue wait
   */
  public MeasuredExecutor(
      Supplier<ExecutorService> pools,
      LongSupplier nanoClock,
      ThreadTally redisTime,
      UnansweredCalls calls,
      Optional<Semaphore> permits) {
    this.nanoClock = nanoClock;
    this.redisTime = Optional.ofNullable(redisTime);
    this.calls = calls;
    this.permits = permits.orElse(null);
    this.running = new InProgress(nanoClock);
    this.waiting = new InProgress(nanoClock);
    this.pool = build(pools);
    this.queueless = permits.isPresent() || !pool.threadPool.isPresent();
  }

  private Pool build(Supplier<ExecutorService> builder) {
    ExecutorService executor = builder.get();
    for (Pool known : Arrays.asList(pool, kept)) {
      if (known != null && known.executor == executor) {
        // An extension of the program's own may return one executor each time.
        return known;
      }
    }
    Pool built = new Pool(builder, executor);
    built.threadPool.ifPresent(this::observe);
    built.threadPool.ifPresent(this::setFactory);
    return built;
  }

  /**
   * Replaces the measured executor by a new one, to which all later tasks go. The old one finishes
   * its accepted tasks. All counters and distributions continue.
   */
  public synchronized void renew() {
    renew(pool.builder);
  }

  /**
   * As {@link #renew()}, by an executor of another configuration. If it cannot be built, the
   * present one stays.
   *
   * @param others builds it and its replacements: {@code ThreadPoolExecutor}s, as the present one
   */
  public synchronized void renew(Supplier<ExecutorService> others) {
    Pool old = pool;
    pool = build(others);
    if (old != kept && old != pool) {
      old.executor.shutdown();
      ended = old;
    }
  }

  /**
   * Brings a new pool to the state that it has after as many tasks as it has core threads, each of
   * which starts one, and waits until the threads of the pool before it have ended, at most for a
   * second: both would take CPU time from the calls that are measured next.
   */
  public void settle() throws InterruptedException {
    threadPool()
        .filter(own -> own.getPoolSize() == 0)
        .ifPresent(ThreadPoolExecutor::prestartAllCoreThreads);
    Pool old = ended;
    if (old != null) {
      old.executor.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
      ended = null;
    }
  }

  /** Keeps the present executor for {@link #restore}: it is not shut down when it is replaced. */
  public synchronized void keep() {
    kept = pool;
  }

  /** Makes all later tasks go to the executor that was kept, unless none was. */
  public synchronized void restore() {
    Pool last = pool;
    if (kept != null && kept != last) {
      pool = kept;
      // Both may have been set meanwhile.
      if (handler != null) {
        threadPool().ifPresent(this::observe);
      }
      threadPool().ifPresent(this::setFactory);
      last.executor.shutdown();
    }
    kept = null;
  }

  /** Judges each rejection before the pool's own handler, which may take long. */
  private void observe(ThreadPoolExecutor observed) {
    RejectedExecutionHandler own =
        handler == null ? observed.getRejectedExecutionHandler() : handler;
    observed.setRejectedExecutionHandler(new ObservedRejections(this, own));
  }

  private boolean isReplaced(ThreadPoolExecutor full) {
    return full.isShutdown() && full != pool.executor;
  }

  /**
   * Does as the pool's own handler does, unless the pool is replaced before or meanwhile: handlers
   * drop a task whose pool is shut down.
   *
   * @throws RejectedExecutionException if the task is to be submitted again
   */
  private void reject(Runnable task, ThreadPoolExecutor full, RejectedExecutionHandler own) {
    if (isReplaced(full)) {
      startQueued(full);
      throw new RejectedExecutionException(REPLACED);
    }
    if (!(task instanceof TimedTask)) {
      own.rejectedExecution(task, full);
      return;
    }
    TimedTask timed = (TimedTask) task;
    timed.rejected(calls.count() - 1 < full.getMaximumPoolSize());
    if (own.getClass() == ThreadPoolExecutor.DiscardOldestPolicy.class && !full.isShutdown()) {
      Runnable oldest = full.getQueue().poll();
      if (oldest instanceof TimedTask) {
        refused(timed.spuriouslyRejected(), (TimedTask) oldest);
      }
      full.execute(timed);
    } else {
      own.rejectedExecution(timed, full);
    }
    if (isReplaced(full) && timed.withdraw()) {
      full.remove(timed);
      throw new RejectedExecutionException(REPLACED);
    }
    if (own.getClass() == ThreadPoolExecutor.DiscardPolicy.class) {
      refused(timed.spuriouslyRejected(), timed);
    }
  }

  /**
   * Starts a thread for tasks that were queued because another one was about to start, which the
   * shutdown prevented: they would stay in the queue for ever.
   */
  private static void startQueued(ThreadPoolExecutor ended) {
    if (!ended.prestartCoreThread() && ended.getCorePoolSize() == 0) {
      ended.setCorePoolSize(1);
    }
  }

  /** Counts a task that will never run. */
  private void refused(boolean spuriously, TimedTask timed) {
    if (spuriously) {
      spuriouslyRejected.increment();
    }
    if (queueless) {
      waiting.end(timed.arrivedNanos());
    }
    calls.dropped();
    rejected.increment();
  }

  /** Counts a rejection, and leaves it to the pool's own handler. */
  static final class ObservedRejections implements RejectedExecutionHandler {
    private final MeasuredExecutor by;
    private final RejectedExecutionHandler own;

    /** Rejected tasks. The agent reads it by its name, as it reads counters of other handlers. */
    private final LongAdder rejected = new LongAdder();

    ObservedRejections(MeasuredExecutor by, RejectedExecutionHandler own) {
      this.by = by;
      this.own = own;
    }

    RejectedExecutionHandler own() {
      return own;
    }

    @Override
    public void rejectedExecution(Runnable task, ThreadPoolExecutor full) {
      rejected.increment();
      by.reject(task, full, own);
    }
  }

  /**
   * Replaces the handler of a {@code ThreadPoolExecutor} and of those that replace it; spurious
   * rejections are still counted.
   */
  synchronized void rejectionHandler(RejectedExecutionHandler other) {
    handler = Objects.requireNonNull(other, "handler");
    threadPool().ifPresent(this::observe);
  }

  /** Replaces the thread factory of a {@code ThreadPoolExecutor} and of those that replace it. */
  synchronized void threadFactory(ThreadFactory other) {
    factory = Objects.requireNonNull(other, "factory");
    threadPool().ifPresent(this::setFactory);
  }

  private void setFactory(ThreadPoolExecutor observed) {
    if (factory != null) {
      observed.setThreadFactory(factory);
    }
  }

  @Override
  public void execute(Runnable task) {
    calls.opened();
    long arrivedNanos = nanoClock.getAsLong();
    if (queueless) {
      waiting.begin(arrivedNanos);
    }
    TimedTask timed = new TimedTask(this, task, arrivedNanos);
    ExecutorService used;
    do {
      if (timed.isWithdrawn()) {
        timed = new TimedTask(this, task, arrivedNanos);
      }
      used = pool.executor;
    } while (!isAccepted(timed, used));
  }

  /**
   * Submits a task to an executor.
   *
   * @return false if the executor was replaced meanwhile and will not run the task
   * @throws RejectedExecutionException if it rejects the task
   */
  private boolean isAccepted(TimedTask timed, ExecutorService used) {
    try {
      used.execute(timed);
      // Dubbo's eager pool queues a task once more that was rejected, if its threads have ended,
      // too.
      return used == pool.executor
          || (!timed.isWithdrawn()
              && !(used instanceof ThreadPoolExecutor
                  && ((ThreadPoolExecutor) used).remove(timed)));
    } catch (RejectedExecutionException rejection) {
      // Other failures are not rejections: if a thread cannot be created, for example, the pool may
      // hold the task.
      if (timed.isStarted()) {
        // On this thread, by the pool's handler: the task threw it.
        throw rejection;
      }
      if (used != pool.executor) {
        return false;
      }
      boolean spuriously = timed.spuriouslyRejected();
      // A handler may have queued the task before it threw.
      timed.withdraw();
      refused(spuriously, timed);
      throw rejection;
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
    // A difference, because a task may run within another one on its caller's thread.
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

  /** From a task's submission to its start, for each task that started. */
  public Distribution queueWait() {
    return queueWait;
  }

  /** From a task's start to its end, normal or not, for each task that ended. */
  public Distribution service() {
    return service;
  }

  /** Service time minus the task thread's time on Redis; empty if that is not measured. */
  public Distribution application() {
    return application;
  }

  public long rejected() {
    return rejected.sum();
  }

  /**
   * Rejected tasks at whose rejection fewer accepted tasks were unanswered than the pool may have
   * threads; 0 if the pool is not a {@code ThreadPoolExecutor}.
   *
   * <p>A task is answered once its service method has returned or thrown, or once it ends without
   * one. Its thread then still sends the answer and takes no other task, while the caller may
   * already send the next call. Tasks submitted at the same moment count as accepted until they are
   * rejected, so a doubtful rejection is not counted as spurious.
   */
  public long spuriouslyRejected() {
    return spuriouslyRejected.sum();
  }

  public int running() {
    return running.count();
  }

  /**
   * The number of running tasks, integrated over time, in nanoseconds: the durations of ended tasks
   * plus the ages of running ones. A task that ends during the reading may be missing, or count
   * twice.
   */
  public long runningNanos() {
    return service.sum() + running.ageNanos();
  }

  /**
   * The number of waiting tasks, integrated over time, in nanoseconds: the waits of started tasks
   * plus the ages of queued ones. A task between queue and thread counts from its start on, with
   * its whole wait.
   */
  public long waitingNanos() {
    if (queueless) {
      return queueWait.sum() + waiting.ageNanos();
    }
    long inQueue = threadPool().map(own -> waitingNanos(own, nanoClock.getAsLong())).orElse(0L);
    return queueWait.sum() + inQueue;
  }

  /** The sum of the ages of the queued measured tasks; locks the queue for a moment. */
  private static long waitingNanos(ThreadPoolExecutor pool, long nowNanos) {
    LongAdder ages = new LongAdder();
    pool.getQueue()
        .forEach(
            task -> {
              if (task instanceof TimedTask) {
                ages.add(Math.max(0, nowNanos - ((TimedTask) task).arrivedNanos()));
              }
            });
    return ages.sum();
  }

  /** Tasks waiting in the pool's queue or, without a queue, for a permit or a carrier. */
  public int waiting() {
    return queueless ? waiting.count() : threadPool().map(own -> own.getQueue().size()).orElse(0);
  }

  /** The measured pool; empty if it is not a {@code ThreadPoolExecutor}. */
  public Optional<ThreadPoolExecutor> threadPool() {
    return pool.threadPool;
  }

  /** The pool that sizes are set for: the one that is kept, while another one is measured. */
  Optional<ThreadPoolExecutor> configured() {
    Pool before = kept;
    return before == null ? threadPool() : before.threadPool;
  }

  /** The measured executor, as the program built it. */
  public ExecutorService inner() {
    return pool.executor;
  }

  /** The configuration of the measured executor. */
  public JsonObject shape() {
    return PoolShape.of(pool.executor);
  }

  @Override
  public void shutdown() {
    Pool keptPool = kept;
    if (keptPool != null) {
      keptPool.executor.shutdown();
    }
    pool.executor.shutdown();
  }

  @Override
  public List<Runnable> shutdownNow() {
    shutdown();
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

  private static final class Pool {
    private final Supplier<ExecutorService> builder;
    private final ExecutorService executor;
    private final Optional<ThreadPoolExecutor> threadPool;

    Pool(Supplier<ExecutorService> builder, ExecutorService executor) {
      this.builder = builder;
      this.executor = executor;
      this.threadPool =
          executor instanceof ThreadPoolExecutor
              ? Optional.of((ThreadPoolExecutor) executor)
              : Optional.empty();
    }
  }
}
