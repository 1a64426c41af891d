package io.poolbench.load;

import java.util.random.RandomGenerator;

/**
 * The instants at which the requests of an open loop are due: an endless sequence of offsets from a
 * start, in nanoseconds, that never decreases.
 *
 * <p>The sequence uses no clock and never waits, so no slow answer can delay it. Sequences with the
 * same parameters and seed are equal. Not thread-safe.
 */
@FunctionalInterface
public interface Arrivals {
  double NANOS_PER_SECOND = 1e9;

  long nextNanos();

  static Arrivals none() {
    return () -> Scheduler.NEVER_NANOS;
  }

  /** Evenly spaced requests without drift: request n, from 0, is due after n / rate. */
  static Arrivals constant(double perSecond) {
    return new Arrivals() {
      private long count;

      @Override
      public long nextNanos() {
        return Math.round(count++ * NANOS_PER_SECOND / perSecond);
      }
    };
  }

  /** A Poisson process: independent, exponentially distributed gaps. */
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

  /** Requests at a rate that changes linearly over a time of 0 or more, and then stays constant. */
  static Arrivals ramp(double fromPerSecond, double toPerSecond, long overNanos) {
    return overNanos == 0
        ? constant(toPerSecond)
        : new RampArrivals(fromPerSecond, toPerSecond, overNanos);
  }
}
