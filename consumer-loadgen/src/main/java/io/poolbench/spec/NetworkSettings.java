package io.poolbench.spec;

import io.poolbench.redis.AddedLatency;
import java.util.Objects;

/**
 * What lies between driver and provider.
 *
 * @param latency added to each answer of the provider
 */
public record NetworkSettings(AddedLatency latency) {
  /** Nothing but this machine's loopback. */
  public static final NetworkSettings NONE = new NetworkSettings(AddedLatency.NONE);

  public NetworkSettings {
    Objects.requireNonNull(latency, "latency");
  }
}
