package io.poolbench.capacity;

import java.util.Objects;

/**
 * A provider to predict, in terms of the measured one.
 *
 * @param pool its name in tables
 * @param threads of the pool
 * @param queue of the pool
 * @param cpus of the provider
 * @param addedWaitMillis how much longer a call waits downstream than measured; may be negative
 * @param measured whether CPUs and wait are the measured ones
 */
public record Scenario(
    String pool, int threads, int queue, int cpus, double addedWaitMillis, boolean measured) {
  public Scenario {
    Objects.requireNonNull(pool, "pool");
  }

  ClosedNetwork network(NetworkFit fit) {
    double wait = Math.max(0, fit.waitMillis() + addedWaitMillis);
    return fit.network(cpus, threads, queue).withWait(wait);
  }
}
