package io.poolbench.published;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Finding 3, by the pools with a queue, which meet more users than they have threads. A pool is
 * full from the knee of its own curve on; from there to the most users that were tried, CPU may not
 * rise by more than its band, and is to be the published one there.
 */
record FixedPoolCapsCpu() implements Finding {
  private record Cap(int threads, double cpuPct) {}

  private static final List<Cap> CAPS =
      List.of(new Cap(4, 27.67), new Cap(8, 46.45), new Cap(16, 87.97));

  @Override
  public int number() {
    return 3;
  }

  @Override
  public String text() {
    return "A fixed pool caps CPU use: about 28 %, 46 %, 88 % for 4, 8, 16 threads, whatever the"
        + " load.";
  }

  @Override
  public List<String> tables() {
    return List.of(Published.FIXED_QUEUE);
  }

  @Override
  public List<Statement> statements(Evidence evidence) {
    List<Statement> statements = new ArrayList<>();
    for (Cap cap : CAPS) {
      Curve curve = evidence.curve(Published.FIXED_QUEUE, cap.threads());
      String pool = cap.threads() + " threads";
      statements.add(isFlat(pool, curve, evidence));
      Look end = curve.highest().orElseGet(() -> curve.at(cap.threads()));
      statements.add(
          Statement.agrees(
              pool + " use " + Math.round(cap.cpuPct()) + " % of the CPUs",
              Reading.cpuPct(pool, end),
              FigureKind.CPU,
              cap.cpuPct(),
              () -> evidence.counters(end).line()));
    }
    return List.copyOf(statements);
  }

  private static Statement isFlat(String pool, Curve curve, Evidence evidence) {
    String text = "with " + pool + " CPU stays where it is once they are all busy";
    Optional<Look> full = Optional.ofNullable(Knee.of(curve).measuredUsers()).map(curve::at);
    if (full.isEmpty()) {
      return Statement.undecided(
          text, pool + ": not measured to where TPS no longer grows, and beyond");
    }
    Look end = curve.highest().orElseThrow();
    Supplier<String> cause = () -> evidence.counters(end).since(evidence.counters(full.get()));
    return Statement.of(
        text,
        List.of(Reading.cpuPct(pool, full.get()), Reading.cpuPct(pool, end)),
        cpu -> cpu.get(1) - cpu.get(0) <= FigureKind.CPU.band(cpu.get(0)),
        cause);
  }
}
