package io.poolbench.server.pool;

import com.google.gson.JsonObject;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** The threads and the queue of a {@code ThreadPoolExecutor}. Thread-safe. */
public final class ThreadPoolView {
  private final ThreadPoolExecutor pool;

  private ThreadPoolView(ThreadPoolExecutor pool) {
    this.pool = pool;
  }

  /** The view of an executor; empty if it is not a {@code ThreadPoolExecutor}. */
  public static Optional<ThreadPoolView> of(ExecutorService executor) {
    return executor instanceof ThreadPoolExecutor
        ? Optional.of(new ThreadPoolView((ThreadPoolExecutor) executor))
        : Optional.empty();
  }

  /**
   * The configuration of a running executor, as far as the executor exposes it: the class of an
   * executor, with threads and queue unless they are unknown.
   */
  public static JsonObject shapeOf(Executor executor) {
    JsonObject shape = new JsonObject();
    shape.addProperty("executorClass", executor.getClass().getSimpleName());
    if (executor instanceof ThreadPoolExecutor) {
      ThreadPoolExecutor pool = (ThreadPoolExecutor) executor;
      BlockingQueue<Runnable> queue = pool.getQueue();
      shape.addProperty("coreThreads", pool.getCorePoolSize());
      shape.addProperty("maxThreads", pool.getMaximumPoolSize());
      shape.addProperty("keepAliveMillis", pool.getKeepAliveTime(TimeUnit.MILLISECONDS));
      shape.addProperty("queueClass", queue.getClass().getSimpleName());
      shape.addProperty("queueCapacity", capacity(queue));
    }
    return shape;
  }

  private static int capacity(BlockingQueue<Runnable> queue) {
    int size;
    long capacity;
    // Read again if a task came or went between the two readings.
    do {
      size = queue.size();
      capacity = (long) size + queue.remainingCapacity();
    } while (size != queue.size());
    // Some queues without a limit have the same remaining capacity whatever they hold.
    return (int) Math.min(capacity, Integer.MAX_VALUE);
  }

  /** Number of queued tasks; takes no lock. */
  public int queued() {
    return pool.getQueue().size();
  }

  /** Number of threads that run a task, by the pool's own count; takes the pool's lock. */
  public int busy() {
    return pool.getActiveCount();
  }

  /** The sum of the ages of the queued measured tasks; locks the queue for a moment. */
  long waitingNanos(long nowNanos) {
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

  /** Number of threads; takes the pool's lock. */
  public int threads() {
    return pool.getPoolSize();
  }

  public ThreadPoolExecutor pool() {
    return pool;
  }

  int maxThreads() {
    return pool.getMaximumPoolSize();
  }

  /**
   * Calls an observer with each task that the pool rejects, on the thread of {@code execute} and
   * before the pool's own handler, which may take long.
   */
  void onRejection(Consumer<Runnable> observer) {
    RejectedExecutionHandler handler = pool.getRejectedExecutionHandler();
    pool.setRejectedExecutionHandler(
        (task, full) -> {
          observer.accept(task);
          handler.rejectedExecution(task, full);
        });
  }
}
