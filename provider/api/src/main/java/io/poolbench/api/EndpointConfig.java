package io.poolbench.api;

import java.util.Objects;

/**
 * One export of the services: a port with business pools of its own.
 *
 * @param pool the business pool, or the pool of each service
 * @param protocol by which the services are exported
 * @param limit of concurrent calls, in addition to the pool; null = none
 */
public record EndpointConfig(PoolConfig pool, RpcProtocol protocol, CallLimit limit) {
  public EndpointConfig {
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(protocol, "protocol");
  }
}
