package io.poolbench.load;

import java.util.random.RandomGenerator;

/**
 * The instants at which the requests of an open loop are due: offsets from a start in nanoseconds,
 * endless and never falling.
 *
 * <p>A pure sequence, without clock or waiting, so that no slow answer can delay it. Sequences of
 * the same parameters and seed are equal. Not thread-safe.
 */
@FunctionalInterface
public interface Arrivals {
  /** Nanoseconds per second. */
  double NANOS_PER_SECOND = 1e9;

  /** The offset at which the next request is due. */
  long nextNanos();

  /** No requests: the first is due in 146 years. */
  static Arrivals none() {
    return () -> Scheduler.NEVER_NANOS;
  }

  /**
   * Evenly spaced requests, the first at once, without drift: request n, from 0, is due after n /
   * rate.
   *
   * @param perSecond the rate, above 0
   */
  static Arrivals constant(double perSecond) {
    return new Arrivals() {
      private long count;

      @Override
      public long nextNanos() {
        return Math.round(count++ * NANOS_PER_SECOND / perSecond);
      }
    };
  }

  /**
   * A Poisson process: independent, exponentially distributed gaps.
   *
   * @param perSecond the mean rate, above 0
   */
  static Arrivals poisson(double perSecond, RandomGenerator random) {
    double meanGapNanos = NANOS_PER_SECOND / perSecond;
    return new Arrivals() {
      private double dueNanos;

      @Override
      public long nextNanos() {
        dueNanos += meanGapNanos * Exponential.draw(random);
        return Math.round(dueNanos);
      }
    };
  }

  /**
   * Requests at a rate that changes linearly and then stays.
   *
   * @param fromPerSecond the rate at the start, 0 or more
   * @param toPerSecond the rate at the end of the ramp and after it, above 0
   * @param overNanos the length of the ramp; 0: a constant rate from the start
   */
  static Arrivals ramp(double fromPerSecond, double toPerSecond, long overNanos) {
    return overNanos == 0
        ? constant(toPerSecond)
        : new RampArrivals(fromPerSecond, toPerSecond, overNanos);
  }
}
