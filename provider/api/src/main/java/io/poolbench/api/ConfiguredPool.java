package io.poolbench.api;

/** A pool of threads as it is configured. */
public sealed interface ConfiguredPool permits PoolConfig, ContainerPool, AsConfiguredPool {
  /** What it is, as a study names it, such as {@code fixed} or {@code jetty}. */
  String kind();

  /** Whether its threads and its queue are known, so that the figures below mean something. */
  default boolean isKnown() {
    return true;
  }

  int coreThreads();

  /** The maximum of threads, or {@link PoolConfig#UNBOUNDED}. */
  int threads();

  /** The length of its queue; 0: none, negative: bounded by memory. */
  int queues();

  /** Whether it fills its queue before it has more threads than its core. */
  boolean queuesBeforeItGrows();

  /** A short name for tables, such as {@code fixed 24} or {@code jetty 16}. */
  String label();

  /** What it was once it ran. */
  default ConfiguredPool ran(EffectivePool built) {
    return this;
  }

  /** The maximum of tasks in the pool, running and queued, beyond which it rejects. */
  default long maxTasks() {
    return queues() < 0 ? Long.MAX_VALUE : (long) threads() + queues();
  }
}
