package io.poolbench.capacity;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The throughput that running calls cost each other, for example by context switches and cache
 * misses: kappa of the Universal Scalability Law (Gunther, <em>Guerrilla Capacity Planning</em>,
 * 2007), which divides the throughput by {@code 1 + kappa n (n - 1)}. The queueing network provides
 * the law's other parameters, the throughput of one user and contention, because a fit of all three
 * mistakes a sharp knee for crosstalk (on the published rows it is 25 % off at 200 users).
 *
 * @param kappa 0 or more
 * @param maxRunning the highest number of running calls in a measured load; the loss stays constant
 *     above it
 */
public record Crosstalk(double kappa, int maxRunning) {
  static final Crosstalk NONE = new Crosstalk(0, 1);

  public Crosstalk {
    ClosedNetwork.require("kappa", kappa >= 0, kappa);
    ClosedNetwork.require("running calls", maxRunning >= 1, maxRunning);
  }

  /** Fits kappa to predicted / measured throughput - 1 by least squares. */
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

  /** The throughput of this many running calls, relative to no crosstalk. */
  double factor(int running) {
    double n = Math.min(running, maxRunning);
    return 1 / (1 + kappa * n * (n - 1));
  }
}
