package io.poolbench.server.web;

import io.poolbench.api.ConfiguredPool.ContainerKind;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.WebLaunchConfig;

/** Launch configurations of tests. */
final class Launches {
  private Launches() {}

  /** Four to eight threads, two workers, two threads of the task executor, no delay. */
  static WebLaunchConfig config(ContainerKind container, String downstream, int port) {
    return config(container, 4, 8, downstream, port);
  }

  static WebLaunchConfig config(
      ContainerKind container, int minThreads, int maxThreads, String downstream, int port) {
    return new WebLaunchConfig(
        container, minThreads, maxThreads, 2, 0, 2, downstream, LaunchConfig.LOOPBACK, port);
  }
}
