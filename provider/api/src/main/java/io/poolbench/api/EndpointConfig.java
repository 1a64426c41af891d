package io.poolbench.api;

import java.util.Objects;
import java.util.Properties;

/**
 * One export of the services: a port with business pools of its own.
 *
 * @param pool the business pool, or the pool of each service
 * @param protocol by which the services are exported
 * @param measured whether tasks are counted and timed; otherwise Dubbo's pool runs unwrapped
 * @param limit of concurrent calls, in addition to the pool; null = none
 */
public record EndpointConfig(
    PoolConfig pool, RpcProtocol protocol, boolean measured, CallLimit limit) {
  public EndpointConfig {
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(protocol, "protocol");
    CallLimit.requireMeasured(limit, measured);
  }

  public EndpointConfig(PoolConfig pool, boolean measured, CallLimit limit) {
    this(pool, RpcProtocol.DUBBO, measured, limit);
  }

  public static EndpointConfig of(PoolConfig pool) {
    return new EndpointConfig(pool, true, null);
  }

  void addTo(Properties properties, String prefix) {
    properties.setProperty(prefix + "threadpool", pool.type().id());
    properties.setProperty(prefix + "corethreads", Integer.toString(pool.coreThreads()));
    properties.setProperty(prefix + "threads", Integer.toString(pool.threads()));
    properties.setProperty(prefix + "queues", Integer.toString(pool.queues()));
    properties.setProperty(prefix + "aliveMillis", Long.toString(pool.aliveMillis()));
    properties.setProperty(prefix + "protocol", protocol.id());
    properties.setProperty(prefix + "measured", Boolean.toString(measured));
    if (limit != null) {
      limit.addTo(properties, prefix);
    }
  }

  static EndpointConfig of(Properties properties, String prefix) {
    return new EndpointConfig(
        new PoolConfig(
            PoolType.of(LaunchConfig.required(properties, prefix + "threadpool")),
            LaunchConfig.integer(properties, prefix + "corethreads"),
            LaunchConfig.integer(properties, prefix + "threads"),
            LaunchConfig.integer(properties, prefix + "queues"),
            Long.parseLong(LaunchConfig.required(properties, prefix + "aliveMillis"))),
        RpcProtocol.of(LaunchConfig.required(properties, prefix + "protocol")),
        Boolean.parseBoolean(LaunchConfig.required(properties, prefix + "measured")),
        CallLimit.of(properties, prefix));
  }
}
