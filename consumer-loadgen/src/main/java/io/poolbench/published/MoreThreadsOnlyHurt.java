package io.poolbench.published;

import java.util.List;
import java.util.function.Supplier;

/**
 * Finding 2. The peak may lie anywhere on a flat top: TPS at the published peak is to be within the
 * margin of {@link Knee} of the best. The fall is to be the published one within half of it.
 */
record MoreThreadsOnlyHurt() implements Finding {
  private static final int PEAK_USERS = 80;
  private static final int MOST_USERS = 200;
  private static final double PEAK_TP99_MILLIS = 74;
  private static final double END_TP99_MILLIS = 99;
  private static final double FALL_PCT = 10;
  private static final double FALL_BAND_POINTS = 5;

  /** What an availability of 99.9 % lets pass. */
  private static final double HARDLY_ANY_PCT = 0.1;

  @Override
  public int number() {
    return 2;
  }

  @Override
  public String text() {
    return "Past the knee more threads only hurt: TPS creeps up to its peak at 80 users (TP99"
        + " 74 ms), then falls by 10 % until 200 users (99 ms). So the default pool is a risk:"
        + " nothing in it stops the overload.";
  }

  @Override
  public List<String> tables() {
    return List.of(Published.CACHED);
  }

  @Override
  public List<Statement> statements(Evidence evidence) {
    Curve curve = evidence.curve(Published.CACHED);
    Look knee = curve.at(Published.KNEE_USERS);
    Look peak = curve.at(PEAK_USERS);
    Look end = curve.at(MOST_USERS);
    Look best = curve.best().orElse(peak);
    Supplier<String> toPeak = () -> evidence.counters(peak).since(evidence.counters(knee));
    Supplier<String> toEnd = () -> evidence.counters(end).since(evidence.counters(peak));
    return List.of(
        Statement.of(
            "TPS still rises from 24 to 80 users",
            List.of(Reading.tps("", knee), Reading.tps("", peak)),
            tps -> tps.get(1) > tps.get(0),
            toPeak),
        Statement.of(
            "at 80 users it is within " + Knee.PLATEAU_PCT + " % of its peak",
            List.of(Reading.tps("", peak), Reading.tps("", best)),
            tps -> tps.get(0) >= tps.get(1) * (1 - Knee.PLATEAU_PCT / 100.0),
            () -> evidence.counters(peak).since(evidence.counters(best))),
        Statement.agrees(
            "TP99 there is 74 ms",
            Reading.tp99Millis("", peak),
            FigureKind.TPN,
            PEAK_TP99_MILLIS,
            toPeak),
        Statement.of(
            "from its peak TPS falls by 10 % (+-5) until 200 users",
            List.of(Reading.tps("", best), Reading.tps("", peak), Reading.tps("", end)),
            tps -> fallsAsPublished(tps.get(0), tps.get(2)),
            toEnd),
        Statement.agrees(
            "TP99 there is 99 ms",
            Reading.tp99Millis("", end),
            FigureKind.TPN,
            END_TP99_MILLIS,
            toEnd),
        Statement.of(
            "nothing stops the overload: at 200 users TP99 breaks the SLA and hardly a call is"
                + " refused",
            List.of(Reading.tp99Millis("", end), Reading.rejectedPct("", end)),
            values -> values.get(0) >= Published.SLA_TP99_MILLIS && values.get(1) < HARDLY_ANY_PCT,
            toEnd));
  }

  private static boolean fallsAsPublished(double from, double to) {
    double fallPct = 100 * (1 - to / from);
    return Math.abs(fallPct - FALL_PCT) <= FALL_BAND_POINTS;
  }
}
