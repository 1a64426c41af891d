package io.poolbench.lab;

import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Counters;
import io.poolbench.lab.HostProbe.HostSpeed;
import io.poolbench.result.Figures;
import io.poolbench.result.Metric;
import java.util.Optional;
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

  GaugeReading continuedBy(GaugeReading opened, GaugeReading closed) {
    GaugeReading added = closed.since(opened);
    return new GaugeReading(plus(added.hiccups, hiccups), plus(added.rounds, rounds));
  }

  /** The metrics of the provider's or the driver's CPUs that a reading has. */
  record Cpus(Optional<Metric> hiccupTp99, Metric hiccupMax, Optional<Metric> gauge, Metric speed) {
    static final Cpus OF_PROVIDER =
        new Cpus(
            Optional.empty(),
            Metric.PROVIDER_HICCUP_MAX,
            Optional.of(Metric.PROVIDER_GAUGE),
            Metric.HOST_SPEED);
    static final Cpus OF_DRIVER =
        new Cpus(
            Optional.of(Metric.DRIVER_HICCUP_TP99),
            Metric.DRIVER_HICCUP_MAX,
            Optional.empty(),
            Metric.DRIVER_SPEED);
  }

  /**
   * The state of the CPUs. Their speed is the lower quartile of the rounds, and unknown for fewer
   * than {@value #MIN_ROUNDS} rounds. Interruptions, cold caches and a CPU that just woke up make a
   * round longer, never shorter: with few rounds, even the median can be 40 % too long. A CPU with
   * a lower clock, or with a busy neighbour on its core for most of the window, is slow in all
   * rounds. Shorter slowdowns show in the drift of TPS.
   *
   * @param speed the highest speed so far of the CPUs, to which this reading is added
   */
  Figures state(Cpus cpus, HostSpeed speed) {
    Figures state = Figures.UNKNOWN;
    if (hiccups.getTotalCount() > 0) {
      state = state.with(cpus.hiccupMax, hiccups.getMaxValue() / NANOS_PER_MILLI);
    }
    if (hiccups.getTotalCount() >= MIN_WAKE_UPS && cpus.hiccupTp99.isPresent()) {
      state =
          state.with(
              cpus.hiccupTp99.get(), hiccups.getValueAtPercentile(PERCENTILE) / NANOS_PER_MILLI);
    }
    if (rounds.getTotalCount() >= MIN_ROUNDS) {
      double nanos = rounds.getValueAtPercentile(LOWER_QUARTILE);
      state = state.with(cpus.speed, speed.pct(nanos));
      if (cpus.gauge.isPresent()) {
        state = state.with(cpus.gauge.get(), nanos / 1e3);
      }
    }
    return state;
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

  static Histogram plus(Histogram one, Histogram other) {
    Histogram sum = one.copy();
    sum.add(other);
    return sum;
  }
}
