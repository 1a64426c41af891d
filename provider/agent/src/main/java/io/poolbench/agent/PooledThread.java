package io.poolbench.agent;

import java.util.Optional;
import java.util.concurrent.ForkJoinWorkerThread;

/** A thread of a thread pool, found through the tasks that it was started with. */
final class PooledThread {
  /** Tasks that wrap one another, such as those of Netty's and Dubbo's thread factories. */
  private static final int MAX_WRAPPERS = 6;

  private static final int MAX_REFERENCES = 1_000;

  private final Thread thread;
  private final Object worker;
  private final Object pool;
  private long cpuNanos;
  private long tasks = -1;
  private long sinceNanos;

  private PooledThread(Thread thread, Object worker, Object pool) {
    this.thread = thread;
    this.worker = worker;
    this.pool = pool;
  }

  /** The thread as one of a pool's; empty if it belongs to none. */
  static Optional<PooledThread> of(Thread thread, Fields fields) {
    if (thread instanceof ForkJoinWorkerThread) {
      Object forks = ((ForkJoinWorkerThread) thread).getPool();
      return Optional.of(new PooledThread(thread, thread, forks));
    }
    // A class of threads may have fields of these names, too.
    Object holder = fields.value(thread, Thread.class, "holder"); // since JDK 19
    Object task =
        holder == null
            ? fields.value(thread, Thread.class, "target")
            : fields.value(holder, "task");
    Object worker = worker(task == null ? thread : task, fields, MAX_WRAPPERS);
    Object pool = worker == null ? null : fields.value(worker, "this$0");
    return Optional.ofNullable(pool).map(found -> new PooledThread(thread, worker, found));
  }

  private static Object worker(Object task, Fields fields, int depth) {
    String name = task.getClass().getName();
    if (name.endsWith(SampledPool.WORKER) || name.endsWith(SampledPool.JETTY_RUNNER)) {
      return task;
    }
    if (depth > 0) {
      for (Object value : fields.values(task, MAX_REFERENCES)) {
        // A thread that a task refers to, such as one that it watches, is not its own.
        boolean isTask = value instanceof Runnable && !(value instanceof Thread);
        Object found = isTask ? worker(value, fields, depth - 1) : null;
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  Object pool() {
    return pool;
  }

  Object worker() {
    return worker;
  }

  String name() {
    return thread.getName();
  }

  @SuppressWarnings("deprecation") // Thread.threadId is of JDK 19
  long id() {
    return thread.getId();
  }

  /** The CPU time since the last call, or since the thread started; negative {@code now}: ended. */
  long takeCpuNanos(long now) {
    long used = Math.max(0, now - cpuNanos);
    cpuNanos = Math.max(now, cpuNanos);
    return used;
  }

  /**
   * Seconds since this method first found a thread that is busy with the task of now; 0 if its
   * worker does not count tasks.
   */
  long heldSeconds(Fields fields, long nowNanos) {
    Object count = fields.value(worker, "completedTasks");
    long now = count == null ? tasks + 1 : (Long) count;
    if (now != tasks) {
      tasks = now;
      sinceNanos = nowNanos;
    }
    return (nowNanos - sinceNanos) / 1_000_000_000L;
  }
}
