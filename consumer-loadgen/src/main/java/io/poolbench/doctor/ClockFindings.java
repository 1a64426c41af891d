package io.poolbench.doctor;

import static io.poolbench.doctor.Finding.Grade.GOOD;
import static io.poolbench.doctor.Finding.Grade.LIMITS;

import io.poolbench.result.FigureText;
import io.poolbench.spec.Validity;
import java.util.List;

/** How finely, and how punctually, the host tells and keeps time. */
final class ClockFindings {
  /** Above it a clock no longer tells single calls apart, or is itself a part of them. */
  private static final long COARSE_NANOS = 1_000;

  private static final double SLOW_ROUND_TRIP_MILLIS = 0.5;

  private ClockFindings() {}

  /**
   * @param bounds beyond which a step is INVALID: so is the host unfit
   */
  static List<Finding> of(HostReadings host, Validity bounds) {
    return List.of(timer(host), wakeUps(host, bounds), roundTrip(host, bounds));
  }

  private static Finding timer(HostReadings host) {
    TimerFacts timer = host.timer();
    double worse = Math.max((double) timer.stepNanos(), timer.costNanos());
    boolean fine = worse < COARSE_NANOS;
    return new Finding(
        "clock",
        fine ? GOOD : LIMITS,
        "steps of "
            + FigureText.count(timer.stepNanos())
            + " ns, "
            + FigureText.count(Math.round(timer.costNanos()))
            + " ns a reading"
            + host.clockSource().map(source -> " (" + source + ")").orElse(""),
        fine
            ? "Latencies are told to the microsecond."
            : "Latencies below "
                + FigureText.measure(10 * worse / 1e6)
                + " ms are told to within more than 10 %.");
  }

  private static Finding wakeUps(HostReadings host, Validity bounds) {
    boolean punctual = host.restful().tp99Millis() <= bounds.lagMillis();
    String rest = FigureText.measure(host.restful().tp99Millis());
    return new Finding(
        "wake-ups",
        punctual ? GOOD : LIMITS,
        "threads wake up from a sleep late by "
            + spread(host.restful())
            + "; while all CPUs are busy by "
            + spread(host.loaded()),
        punctual
            ? "Open loops send on time to within "
                + rest
                + " ms (TP99) while the driver's CPUs have room; send delays below that are the"
                + " host's."
            : "Open loops send "
                + rest
                + " ms late (TP99) even at rest; beyond "
                + FigureText.exact(bounds.lagMillis())
                + " ms a step is INVALID. Closed loops without think time are not concerned.");
  }

  private static Finding roundTrip(HostReadings host, Validity bounds) {
    Spread trip = host.roundTrip();
    boolean quick = trip.tp50Millis() < SLOW_ROUND_TRIP_MILLIS;
    boolean even = trip.tp99Millis() <= bounds.lagMillis();
    String meaning;
    if (!quick) {
      meaning =
          "So much of every response time is the host's: only services that take much longer are"
              + " measured well.";
    } else if (!even) {
      meaning =
          "Every hundredth response holds "
              + millis(trip.tp99Millis())
              + " of the host's own: percentiles from TP99 up are told only where they are much"
              + " longer.";
    } else {
      meaning =
          "So much of every response time is the host's: services that take a millisecond and more"
              + " hardly notice.";
    }
    return new Finding(
        "empty call",
        quick && even ? GOOD : LIMITS,
        "from CPU "
            + host.cpus().driver()
            + " to "
            + host.cpus().provider()
            + " and back, over loopback: "
            + spread(trip),
        meaning);
  }

  private static String spread(Spread spread) {
    return millis(spread.tp50Millis())
        + " (TP50), "
        + millis(spread.tp99Millis())
        + " (TP99), "
        + millis(spread.maxMillis())
        + " at most";
  }

  private static String millis(double millis) {
    return FigureText.measure(millis) + Finding.NO_BREAK + "ms";
  }
}
