package io.poolbench.load;

import java.util.List;

/**
 * The instants at which the requests of an open loop are due: an endless sequence of offsets from a
 * start, in nanoseconds, that never decreases.
 *
 * <p>The sequence uses no clock and never waits, so no slow answer can delay it. Sequences with the
 * same parameters and seed are equal. Not thread-safe.
 */
public interface Arrivals {

  long nextNanos();

  /** The rest of the sequence, in an object of its own. */
  Arrivals copy();

  static Arrivals none() {
    return new Arrivals() {
      @Override
      public long nextNanos() {
        return Scheduler.NEVER_NANOS;
      }

      @Override
      public Arrivals copy() {
        return this;
      }
    };
  }

  /** Evenly spaced requests without drift: request n, from 0, is due after n / rate. */
  static Arrivals constant(double perSecond) {
    return new ConstantArrivals(perSecond, 0);
  }

  /** A Poisson process: independent, exponentially distributed gaps. */
  static Arrivals poisson(double perSecond, long seed) {
    return new PoissonArrivals(1e9 / perSecond, seed, 0);
  }

  /** See {@link #constant}. */
  final class ConstantArrivals implements Arrivals {
    private final double perSecond;
    private long count;

    private ConstantArrivals(double perSecond, long count) {
      this.perSecond = perSecond;
      this.count = count;
    }

    @Override
    public long nextNanos() {
      return Math.round(count++ * 1e9 / perSecond);
    }

    @Override
    public Arrivals copy() {
      return new ConstantArrivals(perSecond, count);
    }
  }

  /** See {@link #poisson}. */
  final class PoissonArrivals implements Arrivals {
    private final double meanGapNanos;
    private long state;
    private double dueNanos;

    private PoissonArrivals(double meanGapNanos, long state, double dueNanos) {
      this.meanGapNanos = meanGapNanos;
      this.state = state;
      this.dueNanos = dueNanos;
    }

    @Override
    public long nextNanos() {
      state = SplitMix64.next(state);
      dueNanos += meanGapNanos * exponential(SplitMix64.uniform(state));
      return Math.round(dueNanos);
    }

    /**
     * The value of the exponential distribution of mean 1 for a uniform number from 0 to below 1.
     * By inversion it is equal on every JDK, unlike {@code RandomGenerator.nextExponential}.
     */
    private static double exponential(double uniform) {
      return -Math.log1p(-uniform);
    }

    @Override
    public Arrivals copy() {
      return new PoissonArrivals(meanGapNanos, state, dueNanos);
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
    private final List<Load.Stage> stages;
    private final double firstPerNano;
    private int stage;
    private double stageNanos;
    private double dueBefore;

    /**
     * @param steady arrivals at the first rate
     * @param stages the rates; the last one stays
     */
    StagedArrivals(Arrivals steady, List<Load.Stage> stages) {
      this.steady = steady;
      this.stages = stages;
      this.firstPerNano = perNano(0);
    }

    private StagedArrivals(StagedArrivals from) {
      this(from.steady.copy(), from.stages);
      stage = from.stage;
      stageNanos = from.stageNanos;
      dueBefore = from.dueBefore;
    }

    @Override
    public Arrivals copy() {
      return new StagedArrivals(this);
    }

    private double perNano(int number) {
      return stages.get(number).level() / 1e9;
    }

    @Override
    public long nextNanos() {
      double due = steady.nextNanos() * firstPerNano;
      while (stage < stages.size() - 1 && due >= dueBefore + dueWithin(stage)) {
        dueBefore += dueWithin(stage);
        stageNanos += stages.get(stage).nanos();
        stage++;
      }
      return Math.round(stageNanos + (due - dueBefore) / perNano(stage));
    }

    private double dueWithin(int number) {
      return stages.get(number).nanos() * perNano(number);
    }
  }
}
