package io.poolbench.spec;

import io.poolbench.api.ContainerKind;
import io.poolbench.api.ContainerPool;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.WebLaunchConfig;

/**
 * The servlet container of a web provider, with its other pools; see {@link WebLaunchConfig}.
 *
 * @param threads maximum number of request threads
 * @param minThreads minimum number of request threads; null = Spring Boot's default, at most {@code
 *     threads}
 * @param downstreamMillis the delay of the downstream service that is started with the provider;
 *     null = no such service
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

  /** The launch configuration of a process; an empty {@code downstream} means none. */
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
