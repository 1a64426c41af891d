package io.poolbench.model;

/**
 * The steady state of a {@link ClosedNetwork}.
 *
 * @param tps calls answered OK per second
 * @param refusedPerSecond calls refused because threads and queue are full
 * @param active mean number of calls in threads
 * @param queued mean number of calls that wait for a thread
 * @param demandMillis CPU time per call at this throughput
 * @param cpuPct busy CPUs, in percent of all
 */
public record SteadyState(
    int users,
    double tps,
    double refusedPerSecond,
    double active,
    double queued,
    double demandMillis,
    double cpuPct) {
  /** Mean time of a call in its thread, by Little's law. */
  public double serviceMillis() {
    return active / tps * 1e3;
  }

  /** Mean wait for a thread, by Little's law. */
  public double queueWaitMillis() {
    return queued / tps * 1e3;
  }

  /** Mean response time of the calls answered OK; without refusals it is a user's whole cycle. */
  public double responseMillis(double outsideMillis) {
    return refusedPerSecond == 0
        ? users / tps * 1e3
        : outsideMillis + queueWaitMillis() + serviceMillis();
  }

  SteadyState slowed(double factor) {
    return new SteadyState(
        users, tps * factor, refusedPerSecond, active, queued, demandMillis / factor, cpuPct);
  }

  /** OK answers in percent of all calls. */
  public double availabilityPct() {
    return 100 * (tps / (tps + refusedPerSecond));
  }
}
