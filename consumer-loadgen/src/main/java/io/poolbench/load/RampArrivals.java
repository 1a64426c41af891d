package io.poolbench.load;

/**
 * Arrivals at a rate that changes linearly from f to g within T seconds. N(t) = f t + (g - f) t² /
 * 2T requests are due within t, so request n, from 0, is due at the t that solves N(t) = n. After T
 * the rate is g.
 */
final class RampArrivals implements Arrivals {
  private final double from;
  private final double to;
  private final double seconds;
  private final double growth;
  private final double dueWithin;
  private long count;

  RampArrivals(double fromPerSecond, double toPerSecond, long overNanos) {
    from = fromPerSecond;
    to = toPerSecond;
    seconds = overNanos / NANOS_PER_SECOND;
    growth = (to - from) / seconds;
    dueWithin = (from + to) / 2 * seconds;
  }

  @Override
  public long nextNanos() {
    long n = count++;
    double t = n < dueWithin ? within(n) : seconds + (n - dueWithin) / to;
    return Math.round(t * NANOS_PER_SECOND);
  }

  /** The root of the quadratic, in the form that is also valid for a growth of 0. */
  private double within(long n) {
    return n == 0 ? 0 : 2 * n / (from + Math.sqrt(from * from + 2 * growth * n));
  }
}
