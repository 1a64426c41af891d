package io.poolbench.load;

import java.util.List;
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

  /**
   * Arrivals at a rate that changes linearly from f to g within T seconds. N(t) = f t + (g - f) t²
   * / 2T requests are due within t, so request n, from 0, is due at the t that solves N(t) = n.
   * After T the rate is g.
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

  /** The exponential distribution of mean 1. */
  final class Exponential {
    private Exponential() {}

    /** Draws by inversion: equal on every JDK, unlike {@link RandomGenerator#nextExponential}. */
    static double draw(RandomGenerator random) {
      return -Math.log1p(-random.nextDouble());
    }
  }

  /**
   * Arrivals whose rate changes in stages, without losing or adding an arrival at a change. The
   * time axis of steady arrivals at the first rate is stretched so that each stage has its own
   * rate. A Poisson process stays Poisson (time change of an inhomogeneous Poisson process), and
   * even spacing stays even.
   */
  final class StagedArrivals implements Arrivals {
    private final Arrivals steady;
    private final List<Load.Hold> holds;
    private final double firstPerNano;
    private int stage;
    private double stageNanos;
    private double dueBefore;

    /**
     * @param steady arrivals at the first rate
     * @param holds the rates; the last one stays
     */
    StagedArrivals(Arrivals steady, List<Load.Hold> holds) {
      this.steady = steady;
      this.holds = holds;
      this.firstPerNano = perNano(0);
    }

    private double perNano(int of) {
      return holds.get(of).level() / NANOS_PER_SECOND;
    }

    @Override
    public long nextNanos() {
      double due = steady.nextNanos() * firstPerNano;
      while (stage < holds.size() - 1 && due >= dueBefore + dueWithin(stage)) {
        dueBefore += dueWithin(stage);
        stageNanos += holds.get(stage).nanos();
        stage++;
      }
      return Math.round(stageNanos + (due - dueBefore) / perNano(stage));
    }

    private double dueWithin(int of) {
      return holds.get(of).nanos() * perNano(of);
    }
  }
}
