package io.poolbench.spec;

import io.poolbench.redis.AddedLatency;
import java.util.Objects;

/** The network between driver and provider, with the latency added to each answer. */
public record NetworkSettings(AddedLatency latency) {
  /** This machine's loopback without added latency. */
  public static final NetworkSettings NONE = new NetworkSettings(AddedLatency.NONE);

  public NetworkSettings {
    Objects.requireNonNull(latency, "latency");
  }
}
