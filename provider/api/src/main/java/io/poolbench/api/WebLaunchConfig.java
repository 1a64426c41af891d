package io.poolbench.api;

import java.util.Objects;
import java.util.Properties;

/**
 * The configuration of a web provider's process, passed on in the same way as {@link LaunchConfig}.
 *
 * @param minThreads the minimum number of the container's request threads
 * @param maxThreads the maximum number of request threads
 * @param acceptQueue maximum number of connections that the kernel holds before they are accepted
 * @param maxConnections maximum number of connections that the container accepts
 * @param workers threads of the pool for the work of {@link WebPath#SYNC} and {@link
 *     WebPath#ASYNC}; its queue is unbounded
 * @param delayMillis duration of that work, during which the thread sleeps
 * @param taskThreads threads of Spring's task executor, for {@link WebPath#CALLABLE}; its queue is
 *     unbounded
 * @param downstream URL that {@link WebPath#BLOCKING} and {@link WebPath#CALLABLE} read; empty =
 *     none, both answer with status 503
 * @param bindHost the address to listen at; {@link LaunchConfig#LOOPBACK} unless the study opens it
 * @param port HTTP port; 0 = any free one
 * @param metricsPort port of the metrics; 0 = any free one
 */
public record WebLaunchConfig(
    ContainerKind container,
    int minThreads,
    int maxThreads,
    int acceptQueue,
    int maxConnections,
    int workers,
    long delayMillis,
    int taskThreads,
    String downstream,
    String bindHost,
    int port,
    int metricsPort) {
  private static final int MAX_THREADS = 10_000;
  private static final long MAX_DELAY_MILLIS = 3_600_000;

  public WebLaunchConfig {
    Objects.requireNonNull(container, "container");
    InvalidSettingException.requireRange("threads", maxThreads, 1, MAX_THREADS);
    InvalidSettingException.requireRange("minThreads", minThreads, 1, maxThreads);
    InvalidSettingException.requireRange("acceptQueue", acceptQueue, 1, 65_535);
    InvalidSettingException.requireRange("maxConnections", maxConnections, 1, 1_000_000);
    InvalidSettingException.requireRange("workers", workers, 1, MAX_THREADS);
    requireDelay("delay", delayMillis);
    InvalidSettingException.requireRange("taskThreads", taskThreads, 1, MAX_THREADS);
    Objects.requireNonNull(downstream, "downstream");
    Objects.requireNonNull(bindHost, "bindHost");
    InvalidSettingException.requireRange("port", port, 0, LaunchConfig.MAX_PORT);
    InvalidSettingException.requireRange("metricsPort", metricsPort, 0, LaunchConfig.MAX_PORT);
  }

  public static void requireDelay(String setting, long millis) {
    if (millis < 0 || millis > MAX_DELAY_MILLIS) {
      throw new InvalidSettingException(setting, millis + "ms out of range (valid: 0ms..1h)");
    }
  }

  public Properties toProperties() {
    Properties properties = new Properties();
    properties.setProperty("container", container.id());
    properties.setProperty("minThreads", Integer.toString(minThreads));
    properties.setProperty("threads", Integer.toString(maxThreads));
    properties.setProperty("acceptQueue", Integer.toString(acceptQueue));
    properties.setProperty("maxConnections", Integer.toString(maxConnections));
    properties.setProperty("workers", Integer.toString(workers));
    properties.setProperty("delayMillis", Long.toString(delayMillis));
    properties.setProperty("taskThreads", Integer.toString(taskThreads));
    properties.setProperty("downstream", downstream);
    properties.setProperty("bindHost", bindHost);
    properties.setProperty("port", Integer.toString(port));
    properties.setProperty("metricsPort", Integer.toString(metricsPort));
    return properties;
  }

  public static WebLaunchConfig fromProperties(Properties properties) {
    return new WebLaunchConfig(
        ContainerKind.of(LaunchConfig.required(properties, "container")),
        LaunchConfig.integer(properties, "minThreads"),
        LaunchConfig.integer(properties, "threads"),
        LaunchConfig.integer(properties, "acceptQueue"),
        LaunchConfig.integer(properties, "maxConnections"),
        LaunchConfig.integer(properties, "workers"),
        Long.parseLong(LaunchConfig.required(properties, "delayMillis")),
        LaunchConfig.integer(properties, "taskThreads"),
        LaunchConfig.required(properties, "downstream"),
        LaunchConfig.required(properties, "bindHost"),
        LaunchConfig.integer(properties, "port"),
        LaunchConfig.integer(properties, "metricsPort"));
  }
}
