package io.poolbench.lab;

import io.poolbench.result.CpuState;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * What a thread on some CPUs has measured of them: how late it woke up, and the CPU time of a round
 * of arithmetic, both in nanoseconds.
 */
record GaugeReading(Histogram hiccups, Histogram rounds) {
  /** One wake-up beyond TP99: a window of a second has a hundred. */
  private static final int MIN_WAKE_UPS = 100;

  private static final double PERCENTILE = 99;
  private static final int MEDIAN = 50;

  /** Fewer rounds of 30 us each may all have been disturbed. */
  private static final int MIN_ROUNDS = 3;

  private static final double NANOS_PER_MILLI = 1e6;

  /** What was measured since an earlier reading. */
  GaugeReading since(GaugeReading earlier) {
    return new GaugeReading(minus(hiccups, earlier.hiccups), minus(rounds, earlier.rounds));
  }

  /** This reading, continued by what a later window added. */
  GaugeReading continuedBy(GaugeReading opened, GaugeReading closed) {
    GaugeReading added = closed.since(opened);
    return new GaugeReading(plus(added.hiccups, hiccups), plus(added.rounds, rounds));
  }

  /**
   * The state of the CPUs.
   *
   * @param speed the best known of them, to which this reading is added
   */
  CpuState state(HostSpeed speed) {
    Double nanos =
        rounds.getTotalCount() < MIN_ROUNDS
            ? null
            : (Double) (double) rounds.getValueAtPercentile(MEDIAN);
    Optional<HostSpeed.Pct> pct = Optional.ofNullable(nanos).map(speed::of);
    return new CpuState(
        hiccups.getTotalCount() < MIN_WAKE_UPS
            ? null
            : (Double) (hiccups.getValueAtPercentile(PERCENTILE) / NANOS_PER_MILLI),
        hiccups.getTotalCount() == 0 ? null : (Double) (hiccups.getMaxValue() / NANOS_PER_MILLI),
        nanos,
        pct.map(HostSpeed.Pct::ofReference).orElse(null),
        pct.map(HostSpeed.Pct::ofRun).orElse(null));
  }

  private static Histogram minus(Histogram all, Histogram some) {
    Histogram rest = all.copy();
    rest.subtract(some);
    return rest;
  }

  private static Histogram plus(Histogram one, Histogram other) {
    Histogram sum = one.copy();
    sum.add(other);
    return sum;
  }
}
