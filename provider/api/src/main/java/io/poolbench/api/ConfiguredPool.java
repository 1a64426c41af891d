package io.poolbench.api;

/** The configuration of a thread pool. */
public sealed interface ConfiguredPool permits PoolConfig, ContainerPool, AsConfiguredPool {
  /** The pool's type as studies name it, such as {@code fixed} or {@code jetty}. */
  String kind();

  /** Whether threads and queue are known, so that the values below are valid. */
  default boolean isKnown() {
    return true;
  }

  int coreThreads();

  /** The maximum number of threads, or {@link PoolConfig#UNBOUNDED}. */
  int threads();

  /** The capacity of the queue; 0 = none, negative = bounded by memory only. */
  int queues();

  /** Whether the pool fills its queue before it grows beyond its core threads. */
  boolean queuesBeforeItGrows();

  /** A short name for tables, such as {@code fixed 24} or {@code jetty 16}. */
  String label();

  /** The configuration completed by the pool that was built. */
  default ConfiguredPool ran(EffectivePool built) {
    return this;
  }

  /** The maximum number of running and queued tasks, beyond which the pool rejects. */
  default long maxTasks() {
    return queues() < 0 ? Long.MAX_VALUE : (long) threads() + queues();
  }
}
