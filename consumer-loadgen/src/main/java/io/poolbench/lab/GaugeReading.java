package io.poolbench.lab;

import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.journal.Durations;
import io.poolbench.lab.HostProbe.HostSpeed;

/**
 * A snapshot of what a thread measures of its CPUs: how late it wakes up, and the CPU time of a
 * round of arithmetic.
 */
record GaugeReading(Durations hiccups, Durations rounds) {
  private static final double LOWER_QUARTILE = 25;

  /** A third of a second of rounds: the lower quartile of fewer would be nearly their minimum. */
  private static final int MIN_ROUNDS = 10;

  GaugeReading since(GaugeReading earlier) {
    return new GaugeReading(hiccups.minus(earlier.hiccups), rounds.minus(earlier.rounds));
  }

  /** The fastest round so far, to which these are added; unknown with too few rounds. */
  Counters fastest(Side side, HostSpeed speed) {
    if (rounds.count() < MIN_ROUNDS) {
      return Counters.UNKNOWN;
    }
    speed.record((double) rounds.percentileNanos(LOWER_QUARTILE));
    return Counters.UNKNOWN.closingWith(side.fastestRound(), speed.fastestNanos());
  }
}
