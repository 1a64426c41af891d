package io.poolbench.api;

import java.util.Objects;

/**
 * A business thread pool as a study asks for it; every field is set, so that none of Dubbo's
 * defaults (which differ by place in its code) applies.
 *
 * @param type the kind of pool
 * @param coreThreads threads that stay; for a fixed pool its threads
 * @param threads the most threads, or {@link #UNBOUNDED}
 * @param queues 0: tasks are handed to a thread or refused ({@code SynchronousQueue}); positive: a
 *     queue of this length; negative: bounded by free memory ({@code
 *     MemorySafeLinkedBlockingQueue}). An eager pool has a queue in any case: 1 or more
 * @param aliveMillis how long an idle thread beyond the core lives
 */
public record PoolConfig(
    PoolType type, int coreThreads, int threads, int queues, long aliveMillis) {
  /** As many threads as are asked for: nothing in such a pool stops an overload. */
  public static final int UNBOUNDED = Integer.MAX_VALUE;

  static final long DEFAULT_ALIVE_MILLIS = 60_000;

  public PoolConfig {
    Objects.requireNonNull(type, "type");
    InvalidSettingException.requireRange("threads", threads, 1, UNBOUNDED);
    if (coreThreads < 0 || coreThreads > threads) {
      throw new InvalidSettingException(
          "corethreads",
          coreThreads + " does not fit " + threads + " threads; valid: 0.." + threads);
    }
    if (type == PoolType.FIXED && coreThreads != threads) {
      throw new InvalidSettingException("corethreads", "the core of a fixed pool is its threads");
    }
    if (type == PoolType.EAGER && threads == UNBOUNDED) {
      throw new InvalidSettingException(
          "threads",
          "an eager pool without a bound never queues; valid: 1 or more, set explicitly");
    }
    if (type == PoolType.EAGER && queues < 1) {
      throw new InvalidSettingException(
          "queues", queues + " cannot be, an eager pool always has a queue; valid: 1 or more");
    }
    InvalidSettingException.requireRange("alive", aliveMillis, 0, Long.MAX_VALUE);
  }

  /**
   * The pool asked for, with Dubbo's own defaults of that kind where null.
   *
   * @throws InvalidSettingException where there can be no such pool
   */
  public static PoolConfig of(
      PoolType type, Integer coreThreads, Integer threads, Integer queues, Long aliveMillis) {
    int most = threads == null ? type.defaultThreads() : threads;
    return new PoolConfig(
        type,
        type.coreThreads(coreThreads, most),
        most,
        queues == null ? type.defaultQueues() : queues,
        aliveMillis == null ? type.defaultAliveMillis() : aliveMillis);
  }

  /** How many tasks the pool takes at once, running and waiting, before it refuses one. */
  public long mostTasks() {
    return queues < 0 ? Long.MAX_VALUE : (long) threads + queues;
  }

  /**
   * A short name for tables: {@code fixed 24}, {@code fixed 24 queue 100}, {@code cached 20/200}.
   */
  public String label() {
    String most = threads == UNBOUNDED ? "unbounded" : Integer.toString(threads);
    String size = type == PoolType.FIXED ? most : coreThreads + "/" + most;
    String queue = queues == 0 ? "" : queues < 0 ? " queue by memory" : " queue " + queues;
    return type.id() + " " + size + queue;
  }
}
