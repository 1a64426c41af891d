package io.poolbench.server;

import io.poolbench.api.Dispatcher;
import io.poolbench.api.EndpointConfig;
import io.poolbench.api.ExecutorManagement;
import io.poolbench.api.Fidelity;
import io.poolbench.api.LaunchConfig;
import io.poolbench.api.PoolConfig;
import io.poolbench.api.PoolType;
import io.poolbench.api.ServiceWork;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Properties;

/** Launch configurations of tests. */
public final class Launches {
  private Launches() {}

  /**
   * Four fixed threads, a queue of 100, no work.
   *
   * @param changes properties that differ, such as {@code port=20880}
   */
  public static LaunchConfig config(String redisUri, String... changes) {
    return config(PoolConfig.of(PoolType.FIXED, null, 4, 100, null), redisUri, changes);
  }

  /** The same with another pool. */
  public static LaunchConfig config(PoolConfig pool, String redisUri, String... changes) {
    return config(List.of(pool), redisUri, changes);
  }

  /** The same with an endpoint for each pool. */
  public static LaunchConfig config(List<PoolConfig> pools, String redisUri, String... changes) {
    Properties properties =
        new LaunchConfig(
                pools.stream().map(EndpointConfig::of).toList(),
                0,
                Dispatcher.MESSAGE,
                ExecutorManagement.ISOLATION,
                ServiceWork.NONE,
                redisUri,
                1,
                LaunchConfig.LOOPBACK,
                0,
                0,
                Fidelity.QUIET,
                "")
            .toProperties();
    try {
      properties.load(new StringReader(String.join("\n", changes)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return LaunchConfig.fromProperties(properties);
  }
}
