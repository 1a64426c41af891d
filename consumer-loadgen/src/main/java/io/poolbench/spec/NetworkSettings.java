package io.poolbench.spec;

import io.poolbench.redis.AddedLatency;
import java.util.Objects;

/**
 * The network between driver and provider.
 *
 * @param latency added to each answer of the provider
 */
public record NetworkSettings(AddedLatency latency) {
  /** This machine's loopback without added latency. */
  public static final NetworkSettings NONE = new NetworkSettings(AddedLatency.NONE);

  public NetworkSettings {
    Objects.requireNonNull(latency, "latency");
  }
}
