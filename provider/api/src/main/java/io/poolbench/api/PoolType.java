package io.poolbench.api;

/** Types of business thread pool, by the names of {@code ThreadPool} extensions of Dubbo. */
public enum PoolType implements Named {
  /** A constant number of threads. */
  FIXED(200, 0, 0) {
    @Override
    public boolean isElastic() {
      return false;
    }
  },
  /** Grows from its core on demand; threads end after an idle time of {@code alive}. */
  CACHED(PoolConfig.UNBOUNDED, 0, PoolConfig.DEFAULT_ALIVE_MILLIS),
  /** Grows from its core on demand and never shrinks. */
  LIMITED(200, 0, Long.MAX_VALUE) {
    @Override
    public boolean endsIdleThreads() {
      return false;
    }
  },
  /** Grows to its maximum before it queues. */
  EAGER(PoolConfig.UNBOUNDED, 1, PoolConfig.DEFAULT_ALIVE_MILLIS) {
    @Override
    void validate(int threads, int queues) {
      if (threads == PoolConfig.UNBOUNDED) {
        throw new InvalidSettingException(
            "threads", "not set: an unbounded eager pool never queues (valid: 1 or more)");
      }
      if (queues < 1) {
        throw new InvalidSettingException(
            "queues", queues + " out of range for an eager pool (valid: 1 or more)");
      }
    }
  },
  /** A virtual thread for each task; no task is queued or rejected. */
  VIRTUAL(PoolConfig.UNBOUNDED, 0, 0) {
    @Override
    public boolean isElastic() {
      return false;
    }

    @Override
    public boolean hasSizes() {
      return false;
    }

    @Override
    public int minJdk() {
      return 21;
    }
  },
  /**
   * Virtual threads that take further tasks, as proposed for Dubbo (apache/dubbo#16042). It is an
   * extension of poolbench's provider only.
   */
  POOLED_VIRTUAL(PoolConfig.UNBOUNDED, 0, PoolConfig.DEFAULT_ALIVE_MILLIS) {
    @Override
    void validate(int threads, int queues) {
      if (queues != 0) {
        throw new InvalidSettingException(
            "queues", queues + " out of range for a pooled-virtual pool (valid: 0)");
      }
    }

    @Override
    public int minJdk() {
      return 21;
    }
  };

  private final int defaultThreads;
  private final int defaultQueues;
  private final long defaultAliveMillis;

  PoolType(int defaultThreads, int defaultQueues, long defaultAliveMillis) {
    this.defaultThreads = defaultThreads;
    this.defaultQueues = defaultQueues;
    this.defaultAliveMillis = defaultAliveMillis;
  }

  public static PoolType of(String id) {
    return InvalidSettingException.constant("threadpool", "pool type", values(), PoolType::id, id);
  }

  /** Whether the number of threads varies, so that {@code corethreads} applies. */
  public boolean isElastic() {
    return true;
  }

  /** Whether threads beyond the core end when they are idle, so that {@code alive} applies. */
  public boolean endsIdleThreads() {
    return isElastic();
  }

  /** Whether the pool has threads and a queue to configure. */
  public boolean hasSizes() {
    return true;
  }

  /** The first JDK feature version with this type. */
  public int minJdk() {
    return 8;
  }

  int defaultThreads() {
    return defaultThreads;
  }

  int defaultQueues() {
    return defaultQueues;
  }

  long defaultAliveMillis() {
    return defaultAliveMillis;
  }

  /** Checks the requirements of this type beyond those of every pool. */
  void validate(int threads, int queues) {}
}
