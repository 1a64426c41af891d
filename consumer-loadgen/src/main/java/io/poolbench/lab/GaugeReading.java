package io.poolbench.lab;

import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.lab.HostProbe.HostSpeed;
import org.HdrHistogram.Histogram;

/**
 * A snapshot of what a thread measures of its CPUs: how late it wakes up, and the CPU time of a
 * round of arithmetic, both in nanoseconds.
 */
record GaugeReading(Histogram hiccups, Histogram rounds) {
  /** One second of wake-ups: TP99 of fewer would be nearly their maximum. */
  private static final int MIN_WAKE_UPS = 100;

  private static final double PERCENTILE = 99;
  private static final double LOWER_QUARTILE = 25;

  /** A third of a second of rounds: the lower quartile of fewer would be nearly their minimum. */
  private static final int MIN_ROUNDS = 10;

  private static final double NANOS_PER_MILLI = 1e6;

  GaugeReading since(GaugeReading earlier) {
    return new GaugeReading(minus(hiccups, earlier.hiccups), minus(rounds, earlier.rounds));
  }

  /** The fastest round so far, to which these are added; unknown with too few rounds. */
  Counters fastest(Side side, HostSpeed speed) {
    if (rounds.getTotalCount() < MIN_ROUNDS) {
      return Counters.UNKNOWN;
    }
    double unused = speed.pct((double) rounds.getValueAtPercentile(LOWER_QUARTILE));
    return Counters.UNKNOWN.closingWith(side.fastestRound(), speed.fastestNanos());
  }

  static Histogram minus(Histogram all, Histogram some) {
    Histogram rest = all.copy();
    rest.subtract(some);
    return rest;
  }
}
