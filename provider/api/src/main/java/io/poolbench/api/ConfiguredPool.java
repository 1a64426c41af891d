package io.poolbench.api;

import java.util.Objects;

/** The configuration of a thread pool. */
public sealed interface ConfiguredPool
    permits PoolConfig, ConfiguredPool.ContainerPool, ConfiguredPool.AsConfiguredPool {
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

  /**
   * The request threads of a servlet container. Both containers start threads up to the maximum
   * before they queue, and their queues are unbounded.
   *
   * @param coreThreads the minimum number of threads
   * @param threads the maximum number of threads
   */
  record ContainerPool(ContainerKind container, int coreThreads, int threads)
      implements ConfiguredPool {
    public ContainerPool {
      Objects.requireNonNull(container, "container");
    }

    @Override
    public String kind() {
      return container.id();
    }

    @Override
    public int queues() {
      return -1;
    }

    @Override
    public String label() {
      return container.id() + " " + threads;
    }
  }

  /** The servlet containers of a web provider. */
  enum ContainerKind implements Named {
    /** Eclipse Jetty; acceptors and selectors run in the pool of request threads. */
    JETTY(8),
    /** Apache Tomcat; acceptor and poller have threads of their own. */
    TOMCAT(10);

    private final int minThreads;

    ContainerKind(int minThreads) {
      this.minThreads = minThreads;
    }

    /** Spring Boot's default for the minimum number of threads. */
    public int defaultMinThreads() {
      return minThreads;
    }
  }

  /**
   * The pool that a program configures for itself.
   *
   * @param built the pool read back from the running program; null = not known yet
   */
  record AsConfiguredPool(EffectivePool built) implements ConfiguredPool {
    public static final String KIND = "as-configured";

    public static final AsConfiguredPool UNKNOWN = new AsConfiguredPool(null);

    private static final String LABEL = "as configured";

    @Override
    public String kind() {
      return KIND;
    }

    @Override
    public boolean isKnown() {
      return built != null && built.maxThreads() != null;
    }

    @Override
    public int coreThreads() {
      return isKnown() ? built.coreThreads() : 0;
    }

    @Override
    public int threads() {
      return isKnown() ? built.maxThreads() : PoolConfig.UNBOUNDED;
    }

    @Override
    public int queues() {
      return isKnown() ? built.queues() : 0;
    }

    @Override
    public AsConfiguredPool ran(EffectivePool found) {
      return new AsConfiguredPool(found);
    }

    @Override
    public String label() {
      return built == null ? LABEL : LABEL + ": " + built.label();
    }
  }
}
