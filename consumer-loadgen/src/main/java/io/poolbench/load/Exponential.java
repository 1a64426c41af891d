package io.poolbench.load;

import java.util.random.RandomGenerator;

/** The exponential distribution of mean 1. */
final class Exponential {
  private Exponential() {}

  /**
   * Draws by inversion: the same value on every JDK, which {@link RandomGenerator#nextExponential}
   * does not guarantee.
   */
  static double draw(RandomGenerator random) {
    return -Math.log1p(-random.nextDouble());
  }
}
