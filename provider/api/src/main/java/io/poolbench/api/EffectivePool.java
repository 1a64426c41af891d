package io.poolbench.api;

import java.util.Objects;

/**
 * The business pool that a provider really built, read back from the running executor.
 *
 * @param executorClass the executor's class, without its package
 * @param coreThreads its core
 * @param maxThreads the most threads it grows to
 * @param keepAliveMillis how long an idle thread beyond the core lives
 * @param queueClass its queue's class, without its package
 * @param queueCapacity places in that queue; 0 for a hand-over, {@code Integer.MAX_VALUE} where
 *     only memory bounds it
 */
public record EffectivePool(
    String executorClass,
    int coreThreads,
    int maxThreads,
    long keepAliveMillis,
    String queueClass,
    int queueCapacity) {

  public EffectivePool {
    Objects.requireNonNull(executorClass, "executorClass");
    Objects.requireNonNull(queueClass, "queueClass");
  }

  /** Whether this is what was asked for: core, most threads, and the queue's length. */
  public boolean matches(PoolConfig asked) {
    int capacity = asked.queues() < 0 ? Integer.MAX_VALUE : asked.queues();
    return coreThreads == asked.coreThreads()
        && maxThreads == asked.threads()
        && queueCapacity == capacity;
  }
}
