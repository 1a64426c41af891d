package io.poolbench.api;

import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * The business pool of a running provider, read back from its executor. Only a {@code
 * ThreadPoolExecutor} exposes its threads and its queue; for any other executor they are null.
 *
 * @param executorClass the executor's class, without its package
 * @param coreThreads the core size
 * @param maxThreads the maximum size
 * @param keepAliveMillis how long an idle thread beyond the core lives
 * @param queueClass the queue's class, without its package
 * @param queueCapacity the queue's capacity; 0 for a hand-over, {@code Integer.MAX_VALUE} if only
 *     memory bounds it
 */
public record EffectivePool(
    String executorClass,
    Integer coreThreads,
    Integer maxThreads,
    Long keepAliveMillis,
    String queueClass,
    Integer queueCapacity) {

  /** The class of the JDK's executor of a thread for each task, of which nothing else is known. */
  private static final String THREAD_PER_TASK = "ThreadPerTaskExecutor";

  /** What {@code ThreadPoolExecutor}, which counts in nanoseconds, has of an endless keep-alive. */
  private static final long FOR_EVER_MILLIS = TimeUnit.NANOSECONDS.toMillis(Long.MAX_VALUE);

  public EffectivePool {
    Objects.requireNonNull(executorClass, "executorClass");
  }

  public static EffectivePool of(PoolShape shape) {
    return new EffectivePool(
        shape.executorClass(),
        shape.coreThreads(),
        shape.maxThreads(),
        shape.keepAliveMillis(),
        shape.queueClass(),
        shape.queueCapacity());
  }

  /** The shape that this was read from. */
  PoolShape shape() {
    return new PoolShape(
        executorClass, coreThreads, maxThreads, keepAliveMillis, queueClass, queueCapacity);
  }

  public static EffectivePool ofClass(String executorClass) {
    return new EffectivePool(executorClass, null, null, null, null, null);
  }

  /** Whether its number of threads varies; false where it is unknown. */
  public boolean isElastic() {
    return maxThreads != null && !maxThreads.equals(coreThreads);
  }

  /** As a study would configure it; fixed where that is unknown. */
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

  /** The length of its queue as a study would configure it; of one that is unknown 0. */
  int queues() {
    return queueCapacity == null ? 0 : queueCapacity == Integer.MAX_VALUE ? -1 : queueCapacity;
  }

  /**
   * As a study would name it, such as {@code cached 2/100}; the executor's class where it has no
   * threads of its own.
   */
  public String label() {
    return maxThreads == null
        ? executorClass.equals(THREAD_PER_TASK) ? PoolType.VIRTUAL.id() : executorClass
        : PoolConfig.label(type(), coreThreads, maxThreads, queues());
  }

  /**
   * Whether core, maximum and queue, as far as they are known, are those of a configuration, as far
   * as that is known, and whether it is a thread for each task where that is configured only.
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
