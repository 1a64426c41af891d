package io.poolbench.result;

import io.poolbench.redis.AddedLatency;
import io.poolbench.spec.Calibration;
import java.util.Objects;

/**
 * How the lab calibrated a study's calls to its host; what was measured is of a verifying run in a
 * provider of its own, null where there was none.
 *
 * @param target what was asked for
 * @param pool the pool that it was done with, which limits nothing
 * @param cpuIterations chosen
 * @param redis added latency, chosen
 * @param network added latency, chosen
 * @param saturationTps measured
 * @param threadMillis measured, mean
 * @param outsideMillis measured, mean
 * @param seconds how long calibration took
 */
public record Calibrated(
    Calibration target,
    String pool,
    long cpuIterations,
    AddedLatency redis,
    AddedLatency network,
    Double saturationTps,
    Double threadMillis,
    Double outsideMillis,
    double seconds) {
  public Calibrated {
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(pool, "pool");
    Objects.requireNonNull(redis, "redis");
    Objects.requireNonNull(network, "network");
  }
}
