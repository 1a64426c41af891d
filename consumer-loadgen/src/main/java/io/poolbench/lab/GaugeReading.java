package io.poolbench.lab;

import io.poolbench.result.CpuState;
import org.HdrHistogram.Histogram;

/**
 * What a thread on some CPUs has measured of them: how late it woke up, and the CPU time of a round
 * of arithmetic, both in nanoseconds.
 */
record GaugeReading(Histogram hiccups, Histogram rounds) {
  /** A second: TP99 of fewer would be their longest, or nearly so. */
  private static final int MIN_WAKE_UPS = 100;

  private static final double PERCENTILE = 99;
  private static final double LOWER_QUARTILE = 25;

  /** A quartile of fewer rounds is hardly more than the least of them: a third of a second. */
  private static final int MIN_ROUNDS = 10;

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
   * The state of the CPUs. Their speed is that of the lower quartile of the rounds, and unknown for
   * fewer than {@value #MIN_ROUNDS}: whatever interrupts a round, or leaves it cold caches or a CPU
   * that just woke up, makes it longer and never shorter, so that of a handful of rounds the median
   * too can be 40 % long on a CPU that is as fast as ever. A CPU with a lower clock, or with a busy
   * neighbour on its core for most of the window, is slow in all rounds; a shorter slowdown is left
   * to the drift of TPS.
   *
   * @param speed the best known of them, to which this reading is added
   */
  CpuState state(HostSpeed speed) {
    Double nanos =
        rounds.getTotalCount() < MIN_ROUNDS
            ? null
            : (Double) (double) rounds.getValueAtPercentile(LOWER_QUARTILE);
    return new CpuState(
        hiccupTp99Millis(),
        hiccups.getTotalCount() == 0 ? null : (Double) (hiccups.getMaxValue() / NANOS_PER_MILLI),
        nanos,
        nanos == null ? null : (Double) speed.pct(nanos),
        null,
        null);
  }

  private Double hiccupTp99Millis() {
    return hiccups.getTotalCount() < MIN_WAKE_UPS
        ? null
        : (Double) (hiccups.getValueAtPercentile(PERCENTILE) / NANOS_PER_MILLI);
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
