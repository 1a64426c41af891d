package io.poolbench.load;

import java.util.random.RandomGenerator;

/**
 * When requests of an open loop are due: offsets from a start, in nanoseconds, endless and never
 * falling.
 *
 * <p>A pure sequence: no clock, no waiting, and nothing that a slow answer could delay. Two made
 * alike, from generators seeded alike, are equal. Not thread-safe.
 */
@FunctionalInterface
public interface Arrivals {
  /** The offset at which the next request is due. */
  long nextNanos();

  /** No requests: the first is due in 146 years. */
  static Arrivals none() {
    return () -> Scheduler.NEVER_NANOS;
  }

  /**
   * Evenly spaced requests, the first at once; without drift, however long it lasts.
   *
   * @param perSecond how many a second, above 0
   */
  static Arrivals constant(double perSecond) {
    return new ConstantArrivals(perSecond);
  }

  /**
   * Requests that know nothing of each other: a Poisson process, whose gaps are exponential.
   *
   * @param perSecond how many a second on average, above 0
   */
  static Arrivals poisson(double perSecond, RandomGenerator random) {
    return new PoissonArrivals(perSecond, random);
  }

  /**
   * Requests whose rate rises (or falls) evenly, and then stays.
   *
   * @param fromPerSecond the rate at the start, 0 or more
   * @param toPerSecond the rate at the end and after it, above 0
   * @param overNanos how long it takes; 0 = the rate is at its end at once
   */
  static Arrivals ramp(double fromPerSecond, double toPerSecond, long overNanos) {
    return overNanos == 0
        ? constant(toPerSecond)
        : new RampArrivals(fromPerSecond, toPerSecond, overNanos);
  }
}
