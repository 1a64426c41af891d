package io.poolbench.load;

import io.poolbench.load.Arrivals.Exponential;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/** Durations in nanoseconds and arrivals, drawn from seeded distributions. */
public final class Draws {
  static final long MILLI = 1_000_000;

  private Draws() {}

  static LongSupplier exponential(SplittableRandom random, double meanMillis) {
    return () -> Math.round(Exponential.draw(random) * meanMillis * MILLI);
  }

  static OpenLoop.RateChange constantRate() {
    return (from, to) -> Arrivals.constant(to);
  }

  public static OpenLoop.RateChange poisson(long seed) {
    return (from, to) -> Arrivals.poisson(to, seed);
  }

  static LongSupplier fixed(double millis) {
    return () -> Math.round(millis * MILLI);
  }
}
