package io.poolbench.api;

import java.util.Objects;

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

  public EffectivePool {
    Objects.requireNonNull(executorClass, "executorClass");
  }

  /** A pool of which only the executor's class is known. */
  public static EffectivePool ofClass(String executorClass) {
    return new EffectivePool(executorClass, null, null, null, null, null);
  }

  /** Whether core, maximum and queue, as far as they are known, are those of a configuration. */
  public boolean matches(ConfiguredPool config) {
    int capacity = config.queues() < 0 ? Integer.MAX_VALUE : config.queues();
    return isOrUnknown(coreThreads, config.coreThreads())
        && isOrUnknown(maxThreads, config.threads())
        && isOrUnknown(queueCapacity, capacity);
  }

  private static boolean isOrUnknown(Integer actual, int expected) {
    return actual == null || actual == expected;
  }
}
