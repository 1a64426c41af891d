package io.poolbench.inspect;

import io.poolbench.api.PoolConfig;
import java.util.List;
import java.util.Objects;

/**
 * A difference between a running pool and its configuration.
 *
 * @param origin source of the configuration
 * @param settings as given, such as {@code dubbo.protocol.threads=600 (application.yml)}
 * @param configured the pool that they describe
 */
public record PoolContradiction(Origin origin, List<String> settings, PoolConfig configured) {
  public enum Origin {
    /** The application's files, or properties on its command line. */
    APPLICATION,
    /** The URL of a service exported on the port. */
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
