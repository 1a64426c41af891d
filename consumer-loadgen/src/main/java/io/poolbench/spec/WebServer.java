package io.poolbench.spec;

import io.poolbench.api.ContainerKind;
import io.poolbench.api.ContainerPool;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.WebLaunchConfig;

/**
 * The servlet container of a web provider, and its other pools; see {@link WebLaunchConfig}.
 *
 * @param threads the maximum of the container's request threads
 * @param minThreads those that it keeps; null = Spring Boot's default, at most {@code threads}
 * @param downstreamMillis the delay of the downstream service that is started with the provider;
 *     null = there is none
 */
public record WebServer(
    ContainerKind container,
    int threads,
    Integer minThreads,
    int acceptQueue,
    int maxConnections,
    int workers,
    int taskThreads,
    long delayMillis,
    Long downstreamMillis) {
  public WebServer {
    minThreads =
        minThreads == null
            ? (Integer) Math.min(container.defaultMinThreads(), threads)
            : minThreads;
    WebLaunchConfig unused =
        new WebLaunchConfig(
            container,
            minThreads,
            threads,
            acceptQueue,
            maxConnections,
            workers,
            delayMillis,
            taskThreads,
            "",
            LaunchConfig.LOOPBACK,
            0,
            0);
    if (downstreamMillis != null) {
      WebLaunchConfig.requireDelay("downstream", downstreamMillis);
    }
  }

  ContainerPool pool() {
    return new ContainerPool(container, minThreads, threads);
  }

  /**
   * The configuration of a process.
   *
   * @param downstream the URL of the downstream service; empty = none
   */
  public WebLaunchConfig launch(String downstream, String bindHost, int port) {
    return new WebLaunchConfig(
        container,
        minThreads,
        threads,
        acceptQueue,
        maxConnections,
        workers,
        delayMillis,
        taskThreads,
        downstream,
        bindHost,
        port,
        0);
  }
}
