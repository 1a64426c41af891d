package io.poolbench.model;

/**
 * Asymptotic bounds of a closed network (Denning and Buzen 1978; Lazowska et al., <em>Quantitative
 * System Performance</em>, 1984, ch. 5). The pool is one more centre, with one server per thread.
 * The bounds hold for every distribution of times as long as no call is refused.
 *
 * @param demandMillis CPU time of a call
 * @param waitMillis time in which a call holds its thread but no CPU
 * @param outsideMillis time of a call outside the pool
 */
public record AsymptoticBounds(
    double demandMillis, double waitMillis, double outsideMillis, int cpus, int threads) {
  /** Upper bound of the throughput per second: no call waits, or CPUs or threads are saturated. */
  public double maxTps(int users) {
    return users / minCycleMillis(users) * 1e3;
  }

  /** Upper bound of the throughput per second for any number of users. */
  public double saturationTps() {
    return Math.min(cpus / demandMillis, threads / inThreadMillis()) * 1e3;
  }

  /**
   * Lower bound of the throughput per second. Each call waits for one call of every other user: for
   * its CPU time, or, with more users than threads, for its whole time in the thread.
   */
  public double minTps(int users) {
    double other = users <= threads ? demandMillis : inThreadMillis();
    return users / (outsideMillis + inThreadMillis() + (users - 1) * other) * 1e3;
  }

  /** Users at which both bounds cross, {@code N* = c (D + Z) / D}: the knee with enough threads. */
  public double kneeUsers() {
    return cpus * (outsideMillis + inThreadMillis()) / demandMillis;
  }

  double minCycleMillis(int users) {
    return Math.max(
        outsideMillis + inThreadMillis(),
        users * Math.max(demandMillis / cpus, inThreadMillis() / threads));
  }

  private double inThreadMillis() {
    return waitMillis + demandMillis;
  }
}
