package io.poolbench.capacity;

import java.util.Objects;

/**
 * What one measured load shows of a closed network.
 *
 * @param cell what was measured in one provider: a residual of one holds for others of the same
 * @param users of the load
 * @param threads of the pool
 * @param queue of the pool
 * @param cpus of the provider
 * @param tps calls answered OK per second
 * @param cpuPct busy CPUs of the provider, in percent of all
 * @param serviceMillis mean time of a call in its thread; null if unknown
 * @param outsideMillis mean time of a call outside the pool; null if unknown
 * @param meanMillis mean response time; null if unknown
 * @param tp99Millis its 99th percentile; null if unknown
 * @param backoffMillis mean pause of a user between a refusal and its next request
 */
public record Observation(
    String cell,
    int users,
    int threads,
    int queue,
    int cpus,
    double tps,
    double cpuPct,
    Double serviceMillis,
    Double outsideMillis,
    Double meanMillis,
    Double tp99Millis,
    double backoffMillis) {
  public Observation {
    Objects.requireNonNull(cell, "cell");
    ClosedNetwork.require("users", users >= 1, users);
    ClosedNetwork.require("throughput", tps > 0, tps);
    ClosedNetwork.require("CPU", cpuPct > 0, cpuPct);
  }

  /** CPU time per call in milliseconds. */
  double demandMillis() {
    return cpuPct / 100 * cpus / tps * 1e3;
  }

  /** A user's cycle in milliseconds, by Little's law. */
  double cycleMillis() {
    return users / tps * 1e3;
  }

  /** The provider of this load with other parameters. */
  ClosedNetwork network(CpuDemand demand, double waitMillis, double outside, double contention) {
    return new ClosedNetwork(
        demand, cpus, waitMillis, outside, threads, queue, contention, backoffMillis);
  }
}
