package io.poolbench.published;

import io.poolbench.result.StepResult;
import io.poolbench.sla.CapacitySpread;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Finding 1. The line is to hold at every valid load up to 23 users, TP99 below 8 ms with the band
 * of a TP99; the SLA holds up to the published users within the band of users.
 */
record LinearUpToTheKnee() implements Finding {
  private static final int LINE_ENDS = 23;

  /** A load from which on what was measured speaks of the whole line. */
  private static final int LINE_SPEAKS = 20;

  /** What a provider's JVM uses of its CPUs whatever the load: points. */
  private static final double IDLE_CPU_POINTS = 2;

  private static final double LINE_TP99_MILLIS = 8;
  private static final double KNEE_CPU_PCT = 99.62;

  @Override
  public int number() {
    return 1;
  }

  @Override
  public String text() {
    return "Cached 20/200: up to 23 users TPS and CPU rise linearly with TP99 below 8 ms; the SLA"
        + " holds up to 24 users, at 99.6 % CPU; one more user breaks it.";
  }

  @Override
  public List<String> tables() {
    return List.of(Published.CACHED);
  }

  @Override
  public List<Statement> statements(Evidence evidence) {
    Curve curve = evidence.curve(Published.CACHED);
    List<Look> line = curve.upTo(LINE_ENDS);
    Look knee = curve.at(Published.KNEE_USERS);
    Supplier<String> bend =
        () -> evidence.counters(line.get(line.size() - 1)).since(evidence.counters(line.get(0)));
    return List.of(
        new Line("TPS", StepResult::tps, 0)
            .statement("TPS rises linearly up to 23 users", line, LINE_SPEAKS, bend),
        new Line("CPU %", step -> step.provider().cpuPct(), IDLE_CPU_POINTS)
            .statement("CPU rises linearly up to 23 users", line, LINE_SPEAKS, bend),
        tail(line, evidence),
        new MostUsers(curve, Published.KNEE_USERS)
            .statement("the SLA holds up to 24 users", evidence),
        Statement.agrees(
            "CPU is at 99.6 % there",
            Reading.cpuPct("", knee),
            FigureKind.CPU,
            KNEE_CPU_PCT,
            () -> evidence.counters(knee).line()),
        breaks(curve, evidence));
  }

  private static Statement tail(List<Look> line, Evidence evidence) {
    String text = "TP99 is below 8 ms (+2) up to 23 users";
    double bound = LINE_TP99_MILLIS + FigureKind.TPN.band(LINE_TP99_MILLIS);
    Optional<Look> worst =
        line.stream()
            .filter(look -> look.tp99Millis().isPresent())
            .max(Comparator.comparing(look -> look.tp99Millis().orElseThrow()));
    if (worst.isEmpty() || line.get(line.size() - 1).users() < LINE_SPEAKS) {
      return Statement.undecided(text, "TP99 up to 23 users: not measured");
    }
    return Statement.of(
        text,
        List.of(Reading.tp99Millis("", worst.get())),
        values -> values.get(0) < bound,
        () -> evidence.counters(worst.get()).since(evidence.counters(line.get(0))));
  }

  /** The first load that fails is to be the one after the knee, within the band of users. */
  private static Statement breaks(Curve curve, Evidence evidence) {
    String text = "one more user breaks it";
    int published = Published.KNEE_USERS + 1;
    Optional<Double> failing = curve.firstFailing();
    Optional<CapacitySpread> most = curve.mostUsers();
    if (failing.isEmpty() || most.isEmpty()) {
      return Statement.undecided(text, "the fewest users that break the SLA: not measured");
    }
    boolean holds = FigureKind.USERS.agrees(published, failing.get());
    boolean unseen =
        failing.get() > published && FigureKind.USERS.agrees(published, most.get().median());
    Look first = curve.at(failing.get().intValue());
    String because = "the fewest users that break the SLA " + failing.get().intValue();
    return !holds && unseen
        ? Statement.undecided(text, because + ", none measured between")
        : Statement.decided(text, holds, because, () -> evidence.counters(first).line());
  }
}
