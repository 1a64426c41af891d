package io.poolbench.api;

import io.poolbench.core.AgentLaunch;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The configuration of a business thread pool. Every field is set, so that none of Dubbo's defaults
 * applies, which differ by place in its code.
 *
 * @param coreThreads minimum number of threads; equal to {@code threads} if the type is not elastic
 * @param threads the maximum number of threads, or {@link #UNBOUNDED}
 * @param queues 0: tasks are handed to a thread or rejected ({@code SynchronousQueue}); positive: a
 *     queue of this capacity; negative: a queue bounded by free memory ({@code
 *     MemorySafeLinkedBlockingQueue})
 * @param aliveMillis how long an idle thread beyond the core lives
 */
public record PoolConfig(PoolType type, int coreThreads, int threads, int queues, long aliveMillis)
    implements ConfiguredPool {
  /** No maximum number of threads; such a pool never rejects a task. */
  public static final int UNBOUNDED = Integer.MAX_VALUE;

  static final long DEFAULT_ALIVE_MILLIS = 60_000;

  public PoolConfig {
    Objects.requireNonNull(type, "type");
    InvalidSettingException.requireRange("threads", threads, 1, UNBOUNDED);
    if (!type.isElastic() && coreThreads != threads) {
      throw new InvalidSettingException(
          "corethreads",
          coreThreads + " differs from " + threads + " threads (valid: leave it out)");
    }
    if (coreThreads < 0 || coreThreads > threads) {
      throw new InvalidSettingException(
          "corethreads", coreThreads + " out of range (valid: 0.." + threads + ", the threads)");
    }
    type.validate(threads, queues);
    InvalidSettingException.requireRange("alive", aliveMillis, 0, Long.MAX_VALUE);
  }

  /** A pool configuration; null arguments are replaced by Dubbo's defaults for the type. */
  public static PoolConfig of(
      PoolType type, Integer coreThreads, Integer threads, Integer queues, Long aliveMillis) {
    if (!type.hasSizes()) {
      requireAbsent(type, "threads", threads);
      requireAbsent(type, "corethreads", coreThreads);
      requireAbsent(type, "queues", queues);
      requireAbsent(type, "alive", aliveMillis);
    }
    if (!type.endsIdleThreads() && aliveMillis != null) {
      throw new InvalidSettingException(
          "alive", "not applicable: threads of this pool never end (valid: leave it out)");
    }
    int max = threads == null ? type.defaultThreads() : threads;
    int core = type.isElastic() ? 0 : max;
    return new PoolConfig(
        type,
        coreThreads == null ? core : coreThreads,
        max,
        queues == null ? type.defaultQueues() : queues,
        aliveMillis == null ? type.defaultAliveMillis() : aliveMillis);
  }

  private static void requireAbsent(PoolType type, String setting, Number value) {
    if (value != null) {
      throw new InvalidSettingException(
          setting,
          "not applicable: a " + type.id() + " pool has a thread per task (valid: leave it out)");
    }
  }

  @Override
  public String kind() {
    return type.id();
  }

  /** The parameters that configure this pool in the URL of a Dubbo protocol. */
  public Map<String, String> dubboParameters() {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put(AgentLaunch.THREADPOOL, type.id());
    if (!type.hasSizes()) {
      return parameters;
    }
    if (type.isElastic()) {
      parameters.put(AgentLaunch.CORE_THREADS, Integer.toString(coreThreads));
    }
    parameters.put(AgentLaunch.THREADS, Integer.toString(threads));
    parameters.put(AgentLaunch.QUEUES, Integer.toString(queues));
    if (type.endsIdleThreads()) {
      parameters.put(AgentLaunch.ALIVE, Long.toString(Math.min(aliveMillis, Integer.MAX_VALUE)));
    }
    return parameters;
  }

  /**
   * A short name for tables: {@code fixed 24}, {@code fixed 24 queue 100}, {@code cached 20/200}.
   */
  @Override
  public String label() {
    return label(type, coreThreads, threads, queues);
  }

  static String label(PoolType type, int coreThreads, int threads, int queues) {
    if (!type.hasSizes()) {
      return type.id();
    }
    String max = threads == UNBOUNDED ? "unbounded" : Integer.toString(threads);
    String size = type.isElastic() ? coreThreads + "/" + max : max;
    String queue = queues == 0 ? "" : queues < 0 ? " queue by memory" : " queue " + queues;
    return type.id() + " " + size + queue;
  }
}
