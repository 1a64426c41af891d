package io.poolbench.api;

import com.google.gson.JsonObject;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The business pool of a running provider, read back from its executor. Threads and queue are null
 * unless the executor is a {@code ThreadPoolExecutor}.
 *
 * @param executorClass simple name of the executor's class
 * @param keepAliveMillis how long an idle thread beyond the core lives
 * @param queueClass simple name of the queue's class
 * @param queueCapacity the queue's capacity; 0 for a hand-over, {@code Integer.MAX_VALUE} if only
 *     memory bounds it
 * @param rejectedBy name of the class, without its package, that handles tasks which the pool
 *     cannot take; null if unknown
 */
public record EffectivePool(
    String executorClass,
    Integer coreThreads,
    Integer maxThreads,
    Long keepAliveMillis,
    String queueClass,
    Integer queueCapacity,
    String rejectedBy) {

  /** The JDK's executor with one virtual thread per task, which exposes nothing else. */
  private static final String THREAD_PER_TASK = "ThreadPerTaskExecutor";

  /** The longest keep-alive of a {@code ThreadPoolExecutor}, which counts in nanoseconds. */
  private static final long FOR_EVER_MILLIS = TimeUnit.NANOSECONDS.toMillis(Long.MAX_VALUE);

  public EffectivePool {
    Objects.requireNonNull(executorClass, "executorClass");
  }

  /** A pool of which the handler of rejections is unknown. */
  public EffectivePool(
      String executorClass,
      Integer coreThreads,
      Integer maxThreads,
      Long keepAliveMillis,
      String queueClass,
      Integer queueCapacity) {
    this(executorClass, coreThreads, maxThreads, keepAliveMillis, queueClass, queueCapacity, null);
  }

  /** Reads the description of a running executor, which has the form of this record as JSON. */
  public static EffectivePool of(JsonObject shape) {
    return ContractJson.read(shape, EffectivePool.class);
  }

  public static EffectivePool ofClass(String executorClass) {
    return new EffectivePool(executorClass, null, null, null, null, null);
  }

  /** Whether the number of threads varies; false if unknown. */
  public boolean isElastic() {
    return maxThreads != null && !maxThreads.equals(coreThreads);
  }

  /** Whether the number of threads is unknown, and not one for each task. */
  public boolean hasUnknownThreads() {
    return maxThreads == null && !executorClass.equals(THREAD_PER_TASK);
  }

  /** The most threads that it may have; 0 if unknown or unlimited. */
  public int mostThreads() {
    return maxThreads == null || maxThreads == Integer.MAX_VALUE ? 0 : maxThreads;
  }

  /** Whether it is known to take each call, until memory or threads run out. */
  public boolean isUnlimited() {
    return Stream.of(maxThreads, queueCapacity)
        .anyMatch(most -> most != null && most == Integer.MAX_VALUE);
  }

  /** The most calls at once that it takes, running and queued; empty if unknown or unlimited. */
  public OptionalLong mostCalls() {
    return maxThreads == null || queueCapacity == null || isUnlimited()
        ? OptionalLong.empty()
        : OptionalLong.of((long) maxThreads + queueCapacity);
  }

  /** The pool type of an equal study setting; fixed if unknown. */
  PoolType type() {
    if (executorClass.startsWith("Eager")) {
      return PoolType.EAGER;
    }
    if (!isElastic()) {
      return PoolType.FIXED;
    }
    return keepAliveMillis != null && keepAliveMillis >= FOR_EVER_MILLIS
        ? PoolType.LIMITED
        : PoolType.CACHED;
  }

  /** The queue length of an equal study setting; 0 if unknown. */
  int queues() {
    return queueCapacity == null ? 0 : queueCapacity == Integer.MAX_VALUE ? -1 : queueCapacity;
  }

  /** The label, such as {@code cached 2/100}, or the executor's class if it has no threads. */
  public String label() {
    return maxThreads == null
        ? executorClass.equals(THREAD_PER_TASK) ? PoolType.VIRTUAL.id() : executorClass
        : PoolConfig.label(type(), coreThreads, maxThreads, queues());
  }

  /**
   * Whether the pool agrees with a configuration in core, maximum and queue, as far as both are
   * known. Virtual threads agree only with virtual threads.
   */
  public boolean matches(ConfiguredPool config) {
    if (!config.isKnown()) {
      return true;
    }
    if (config.kind().equals(PoolType.VIRTUAL.id()) != executorClass.equals(THREAD_PER_TASK)) {
      return false;
    }
    int capacity = config.queues() < 0 ? Integer.MAX_VALUE : config.queues();
    return isOrUnknown(coreThreads, config.coreThreads())
        && isOrUnknown(maxThreads, config.threads())
        && isOrUnknown(queueCapacity, capacity);
  }

  private static boolean isOrUnknown(Integer actual, int expected) {
    return actual == null || actual == expected;
  }
}
