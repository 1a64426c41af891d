package io.poolbench.lab;

import io.poolbench.lab.HostProbe.HostSpeed;
import io.poolbench.result.HostUse.CpuState;
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

  /** This reading, continued by a later window: {@code this + closed - opened}. */
  GaugeReading continuedBy(GaugeReading opened, GaugeReading closed) {
    GaugeReading added = closed.since(opened);
    return new GaugeReading(plus(added.hiccups, hiccups), plus(added.rounds, rounds));
  }

  /**
   * The state of the CPUs. Their speed is the lower quartile of the rounds, and unknown for fewer
   * than {@value #MIN_ROUNDS} rounds. Interruptions, cold caches and a CPU that just woke up make a
   * round longer, never shorter: with few rounds, even the median can be 40 % too long. A CPU with
   * a lower clock, or with a busy neighbour on its core for most of the window, is slow in all
   * rounds. Shorter slowdowns show in the drift of TPS.
   *
   * @param speed the best known speed of the CPUs, to which this reading is added
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
