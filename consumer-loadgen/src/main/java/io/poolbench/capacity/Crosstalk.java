package io.poolbench.capacity;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What running calls cost each other, such as switches and cache misses: kappa of the Universal
 * Scalability Law (Gunther, <em>Guerrilla Capacity Planning</em>, 2007), which divides the
 * throughput by {@code 1 + kappa n (n - 1)}. The law's other parameters, the throughput of one user
 * and contention, are those of the queueing network: a fit of all three takes a sharp knee for
 * crosstalk (on the published rows it is 25 % off at 200 users).
 *
 * @param kappa 0 or more
 * @param maxRunning the most calls that ran in a measured load; beyond, the loss is taken to be
 *     that at it
 */
public record Crosstalk(double kappa, int maxRunning) {
  static final Crosstalk NONE = new Crosstalk(0, 1);

  public Crosstalk {
    ClosedNetwork.require("kappa", kappa >= 0, kappa);
    ClosedNetwork.require("running calls", maxRunning >= 1, maxRunning);
  }

  /** The least squares of predicted / measured throughput - 1. */
  static Crosstalk of(List<Observation> loads, ToDoubleFunction<Observation> predictedTps) {
    double xy = 0;
    double xx = 0;
    int most = 1;
    for (Observation load : loads) {
      double pairs = (double) load.users() * (load.users() - 1);
      xy += pairs * (predictedTps.applyAsDouble(load) / load.tps() - 1);
      xx += pairs * pairs;
      most = Math.max(most, load.users());
    }
    return xy <= 0 ? NONE : new Crosstalk(xy / xx, most);
  }

  /** The throughput of so many running calls, in terms of that without crosstalk. */
  double factor(int running) {
    double n = Math.min(running, maxRunning);
    return 1 / (1 + kappa * n * (n - 1));
  }
}
