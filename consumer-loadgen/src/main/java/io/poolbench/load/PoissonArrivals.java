package io.poolbench.load;

import java.util.random.RandomGenerator;

/** A Poisson process. */
final class PoissonArrivals implements Arrivals {
  private final double meanGapNanos;
  private final RandomGenerator random;
  private double dueNanos;

  PoissonArrivals(double perSecond, RandomGenerator random) {
    this.meanGapNanos = 1e9 / perSecond;
    this.random = random;
  }

  @Override
  public long nextNanos() {
    dueNanos += meanGapNanos * Exponential.draw(random);
    return Math.round(dueNanos);
  }
}
