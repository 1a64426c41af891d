package io.poolbench.api;

import io.poolbench.api.ConfiguredPool.ContainerKind;
import java.util.Objects;

/**
 * The configuration of a web provider's process, passed on in the same way as {@link LaunchConfig}.
 *
 * @param minThreads the minimum number of the container's request threads
 * @param threads the maximum number of request threads
 * @param workers threads of the pool for the work of the paths {@code /sync} and {@code /async};
 *     its queue is unbounded
 * @param delayMillis duration of that work, during which the thread sleeps
 * @param taskThreads threads of Spring's task executor, for {@code /callable}; its queue is
 *     unbounded
 * @param downstream URL that {@code /blocking} and {@code /callable} read; empty = none
 * @param bindHost the address to listen at; {@link LaunchConfig#LOOPBACK} unless the study opens it
 * @param port HTTP port; 0 = any free one
 */
public record WebLaunchConfig(
    ContainerKind container,
    int minThreads,
    int threads,
    int workers,
    long delayMillis,
    int taskThreads,
    String downstream,
    String bindHost,
    int port) {
  /** Gauge of a web provider: running and waiting tasks of executors that get requests. */
  public static final String OTHER_TASKS = "poolbench_other_tasks";

  private static final int MAX_THREADS = 10_000;
  private static final long MAX_DELAY_MILLIS = 3_600_000;

  public WebLaunchConfig {
    Objects.requireNonNull(container, "container");
    InvalidSettingException.requireRange("threads", threads, 1, MAX_THREADS);
    InvalidSettingException.requireRange("minThreads", minThreads, 1, threads);
    InvalidSettingException.requireRange("workers", workers, 1, MAX_THREADS);
    requireDelay("delay", delayMillis);
    InvalidSettingException.requireRange("taskThreads", taskThreads, 1, MAX_THREADS);
    Objects.requireNonNull(downstream, "downstream");
    Objects.requireNonNull(bindHost, "bindHost");
    InvalidSettingException.requireRange("port", port, 0, LaunchConfig.MAX_PORT);
  }

  public static void requireDelay(String setting, long millis) {
    InvalidSettingException.requireRange(setting, millis, "ms", 0, MAX_DELAY_MILLIS, "0ms..1h");
  }

  /**
   * The configuration of a delay server's process, which listens on loopback at any free port.
   *
   * @param delayMillis from the reading of a request to its answer
   */
  public record Delay(long delayMillis) {
    public Delay {
      requireDelay("delay", delayMillis);
    }
  }
}
