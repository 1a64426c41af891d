package io.poolbench.inspect;

import io.poolbench.api.PoolConfig;
import java.util.List;
import java.util.Objects;

/**
 * A pool that is not what was configured.
 *
 * @param origin what configured it
 * @param settings as they were given, such as {@code dubbo.protocol.threads=600 (application.yml)}
 * @param configured the pool that they ask for
 */
public record PoolContradiction(Origin origin, List<String> settings, PoolConfig configured) {
  /** What configures a pool. */
  public enum Origin {
    /** The application's files, or properties on its command line. */
    APPLICATION,
    /** The URL of a service that the port offers. */
    SERVICE,
    /** The URL for which Dubbo built the pool. */
    POOL
  }

  public PoolContradiction {
    Objects.requireNonNull(origin, "origin");
    settings = List.copyOf(settings);
    Objects.requireNonNull(configured, "configured");
  }
}
