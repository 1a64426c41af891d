package io.poolbench.load;

import java.util.random.RandomGenerator;

/** The exponential distribution of mean 1. */
final class Exponential {
  private Exponential() {}

  /**
   * A draw, by inversion: the same on every JDK, which {@link RandomGenerator#nextExponential} does
   * not promise.
   */
  static double draw(RandomGenerator random) {
    return -Math.log1p(-random.nextDouble());
  }
}
