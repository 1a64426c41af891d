package io.poolbench.load;

import java.util.random.RandomGenerator;

/** The exponential distribution of mean 1. */
final class Exponential {
  private Exponential() {}

  /** Draws by inversion: equal on every JDK, unlike {@link RandomGenerator#nextExponential}. */
  static double draw(RandomGenerator random) {
    return -Math.log1p(-random.nextDouble());
  }
}
