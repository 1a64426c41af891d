package io.poolbench.load;

import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/** Durations in nanoseconds and arrivals, drawn from seeded distributions. */
public final class Draws {
  static final long MILLI = 1_000_000;

  private Draws() {}

  static LongSupplier exponential(SplittableRandom random, double meanMillis) {
    return () -> Math.round(-Math.log1p(-random.nextDouble()) * meanMillis * MILLI);
  }

  static IntFunction<Arrivals> constantRate() {
    return Arrivals::constant;
  }

  public static IntFunction<Arrivals> poisson(long seed) {
    return perSecond -> Arrivals.poisson(perSecond, seed);
  }

  static LongSupplier fixed(double millis) {
    return () -> Math.round(millis * MILLI);
  }
}
