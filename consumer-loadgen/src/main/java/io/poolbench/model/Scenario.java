package io.poolbench.model;

import io.poolbench.api.ConfiguredPool;
import java.util.Objects;

/**
 * A provider to predict, described relative to the measured one.
 *
 * @param pool name of the pool in tables
 * @param addedWaitMillis additional downstream wait of a call compared to the measured one; may be
 *     negative
 * @param measured whether CPUs and wait are the measured ones
 */
public record Scenario(
    String pool,
    int threads,
    int queue,
    int cpus,
    double addedWaitMillis,
    double backoffMillis,
    boolean measured) {
  public Scenario {
    Objects.requireNonNull(pool, "pool");
  }

  public static Scenario of(ConfiguredPool pool, MeasuredLoads measured) {
    return new Scenario(
        pool.label(),
        MeasuredLoads.threads(pool),
        MeasuredLoads.queue(pool),
        measured.cpus(),
        0,
        measured.backoffMillis(),
        true);
  }

  Scenario withPool(int otherThreads, int otherQueue) {
    return with(otherThreads, otherQueue, cpus, addedWaitMillis);
  }

  public Scenario withCpus(int other) {
    return with(threads, queue, other, addedWaitMillis);
  }

  public Scenario withAddedWait(double millis) {
    return with(threads, queue, cpus, millis);
  }

  private Scenario with(int maxThreads, int maxQueue, int cpuCount, double wait) {
    boolean same = cpuCount == cpus && wait == addedWaitMillis;
    return new Scenario(
        pool, maxThreads, maxQueue, cpuCount, wait, backoffMillis, measured && same);
  }

  public ClosedNetwork network(NetworkFit fit) {
    return new ClosedNetwork(
        fit.cpu(),
        cpus,
        Math.max(0, fit.waitMillis() + addedWaitMillis),
        fit.outsideMillis(),
        threads,
        queue,
        fit.contention(),
        backoffMillis);
  }
}
