package io.poolbench.api;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Dubbo's kinds of business thread pool, by the names of its {@code ThreadPool} extensions. */
public enum PoolType {
  /** As many threads as configured, always. */
  FIXED(200, 0) {
    @Override
    int coreThreads(Integer asked, int threads) {
      if (asked != null && asked != threads) {
        throw new InvalidSettingException(
            "corethreads",
            asked + " does not fit a fixed pool, whose core is its threads; valid: leave it out");
      }
      return threads;
    }
  },
  /** Grows from its core on demand; threads that idle longer than {@code alive} end. */
  CACHED(PoolConfig.UNBOUNDED, PoolConfig.DEFAULT_ALIVE_MILLIS),
  /** Grows from its core on demand and never shrinks. */
  LIMITED(200, Long.MAX_VALUE),
  /** Grows to its threads before it queues. */
  EAGER(PoolConfig.UNBOUNDED, PoolConfig.DEFAULT_ALIVE_MILLIS) {
    @Override
    int defaultQueues() {
      return 1;
    }
  };

  private final int defaultThreads;
  private final long defaultAliveMillis;

  PoolType(int defaultThreads, long defaultAliveMillis) {
    this.defaultThreads = defaultThreads;
    this.defaultAliveMillis = defaultAliveMillis;
  }

  /** The name by which Dubbo and the studies know this kind, such as {@code fixed}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The kind with this name.
   *
   * @throws InvalidSettingException where there is none
   */
  public static PoolType of(String id) {
    return Arrays.stream(values())
        .filter(type -> type.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    "threadpool", "no pool is called '" + id + "'; valid: " + ids()));
  }

  /** The threads of a pool that does not say how many: Dubbo's own default. */
  int defaultThreads() {
    return defaultThreads;
  }

  /** The queue of a pool that does not say how long: Dubbo's own default. */
  int defaultQueues() {
    return 0;
  }

  long defaultAliveMillis() {
    return defaultAliveMillis;
  }

  /** The core of such a pool, given what was asked for (null: nothing). */
  int coreThreads(Integer asked, int threads) {
    return asked == null ? 0 : asked;
  }

  private static String ids() {
    return Arrays.stream(values()).map(PoolType::id).collect(Collectors.joining(", "));
  }
}
