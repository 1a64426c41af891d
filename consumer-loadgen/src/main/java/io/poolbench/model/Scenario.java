package io.poolbench.model;

import io.poolbench.api.ConfiguredPool;
import java.util.Objects;

/**
 * A provider to predict, described relative to the measured one.
 *
 * @param pool name of the pool in tables
 * @param addedWaitMillis additional downstream wait of a call compared to the measured one; may be
 *     negative
 * @param cpuFactor CPU time of a call relative to the measured one
 * @param measured whether CPUs, wait and CPU time are the measured ones
 */
public record Scenario(
    String pool,
    int threads,
    int queue,
    int cpus,
    double addedWaitMillis,
    double cpuFactor,
    double backoffMillis,
    boolean measured) {
  public Scenario {
    Objects.requireNonNull(pool, "pool");
    ClosedNetwork.require("CPU factor", cpuFactor > 0, cpuFactor);
  }

  public static Scenario of(ConfiguredPool pool, MeasuredLoads measured) {
    return new Scenario(
        pool.label(),
        MeasuredLoads.threads(pool),
        MeasuredLoads.queue(pool),
        measured.cpus(),
        0,
        1,
        measured.backoffMillis(),
        true);
  }

  Scenario withPool(int otherThreads, int otherQueue) {
    return with(otherThreads, otherQueue, cpus, addedWaitMillis, cpuFactor);
  }

  public Scenario withCpus(int other) {
    return with(threads, queue, other, addedWaitMillis, cpuFactor);
  }

  public Scenario withAddedWait(double millis) {
    return with(threads, queue, cpus, millis, cpuFactor);
  }

  private Scenario with(int maxThreads, int maxQueue, int cpuCount, double wait, double factor) {
    boolean same = cpuCount == cpus && wait == addedWaitMillis && factor == cpuFactor;
    return new Scenario(
        pool, maxThreads, maxQueue, cpuCount, wait, factor, backoffMillis, measured && same);
  }

  ClosedNetwork network(NetworkFit fit) {
    return new ClosedNetwork(
        fit.cpu().times(cpuFactor),
        cpus,
        Math.max(0, fit.waitMillis() + addedWaitMillis),
        fit.outsideMillis(),
        threads,
        queue,
        fit.contention(),
        backoffMillis);
  }
}
