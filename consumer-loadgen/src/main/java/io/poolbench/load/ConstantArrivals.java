package io.poolbench.load;

/** Evenly spaced requests. */
final class ConstantArrivals implements Arrivals {
  private static final double NANOS_PER_SECOND = 1e9;

  private final double perSecond;
  private long count;

  ConstantArrivals(double perSecond) {
    this.perSecond = perSecond;
  }

  @Override
  public long nextNanos() {
    return Math.round(count++ * NANOS_PER_SECOND / perSecond);
  }
}
