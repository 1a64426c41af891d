package io.poolbench.capacity;

/**
 * Asymptotic bounds of a closed network (Denning and Buzen 1978; Lazowska et al., <em>Quantitative
 * System Performance</em>, 1984, ch. 5), with the pool as a further centre of as many servers as it
 * has threads. They hold for every distribution of times, where no call is refused.
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
   * Lower bound of the throughput per second: a call waits for one of every other user, at the CPUs
   * or, where there are more users than threads, for its whole time in the thread.
   */
  public double minTps(int users) {
    double other = users <= threads ? demandMillis : inThreadMillis();
    return users / (outsideMillis + inThreadMillis() + (users - 1) * other) * 1e3;
  }

  /**
   * The number of users at which the bounds of light and heavy load cross, {@code N* = c (D + Z) /
   * D}: the knee by the CPUs, with threads enough.
   */
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
