package io.poolbench.compare;

import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.sla.SlaText;
import io.poolbench.spec.Cell;
import io.poolbench.spec.ThinkTime;
import io.poolbench.spec.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What differs between two cells beside their pools, and may hence explain a deviation as well as
 * they do.
 */
final class Differences {
  /** By how much CPU per call may differ at the same load, in percent, before it is said. */
  private static final double CPU_PER_CALL_BAND_PCT = 10;

  private static final List<Aspect> ASPECTS =
      List.of(
          new Aspect("poolbench", side -> side.study().poolbench()),
          new Aspect("processor", side -> side.study().host().cpuModel()),
          new Aspect("CPUs of the host", side -> side.study().host().cpus()),
          new Aspect("operating system", side -> side.study().host().os()),
          new Aspect("kernel", side -> side.study().host().kernel()),
          new Aspect("driver's JVM", side -> side.study().host().driverJvm()),
          each("provider's CPUs", repetition -> repetition.environment().providerCpus()),
          each("driver's CPUs", repetition -> repetition.environment().driverCpus()),
          each("held to their CPUs", repetition -> yes(repetition.environment().pinned())),
          each("Redis", repetition -> redis(repetition.environment().redis())),
          asked("SLA", cell -> SlaText.of(cell.sla())),
          asked("load", cell -> load(cell.load().workload())),
          asked("measured for", cell -> cell.load().measure().toMillis() + " ms a step"),
          asked("client", cell -> cell.driver().client().id() + " " + cell.driver().method()),
          asked("connections", cell -> FigureText.count(cell.driver().connections())),
          asked("work of a call", cell -> work(cell)),
          asked(
              "provider's JVM options", cell -> String.join(" ", cell.provider().jvm().options())),
          asked("I/O threads", cell -> Integer.toString(cell.provider().ioThreads())),
          asked("dispatcher", cell -> cell.provider().dispatcher().toString()),
          asked("scheduling", cell -> cell.provider().scheduling().toString()));

  private Differences() {}

  /** A sentence for each. */
  static List<String> between(Side baseline, Side candidate, List<LevelComparison> levels) {
    List<String> sentences = new ArrayList<>();
    partial(baseline).ifPresent(sentences::add);
    partial(candidate).ifPresent(sentences::add);
    for (Aspect aspect : ASPECTS) {
      aspect.difference(baseline, candidate).ifPresent(sentences::add);
    }
    cpuPerCall(baseline, levels).ifPresent(sentences::add);
    return sentences;
  }

  private static Optional<String> partial(Side side) {
    List<String> why = new ArrayList<>();
    if (side.study().interrupted()) {
      why.add("its run was interrupted");
    }
    long failed = side.cell().repetitions().stream().filter(CellResult::failed).count();
    if (failed > 0) {
      why.add(failed + " of " + side.cell().count() + " repetitions broke off");
    }
    return why.isEmpty()
        ? Optional.empty()
        : Optional.of(side.letter() + " is partial: " + String.join(", ", why) + ".");
  }

  /** Pools may differ in it, but so does a CPU whose speed changed. */
  private static Optional<String> cpuPerCall(Side baseline, List<LevelComparison> levels) {
    Workload workload = baseline.cell().cell().load().workload();
    return levels.stream()
        .filter(level -> Math.abs(deviation(level)) > CPU_PER_CALL_BAND_PCT)
        .max(Comparator.comparingDouble(level -> Math.abs(deviation(level))))
        .map(
            level ->
                "CPU per call differs by "
                    + level.of(Metric.PROVIDER_CPU_PER_CALL).amountText()
                    + " at "
                    + FigureText.load(workload, level.level())
                    + ": a call costs another pool other CPU time, or the CPUs ran at another"
                    + " speed.");
  }

  private static double deviation(LevelComparison level) {
    return Objects.requireNonNullElse(level.of(Metric.PROVIDER_CPU_PER_CALL).amount(), 0.0);
  }

  private static Aspect asked(String name, Function<Cell, String> text) {
    return new Aspect(name, side -> text.apply(side.cell().cell()));
  }

  /** What was found in each repetition, each text once. */
  private static Aspect each(String name, Function<CellResult, String> text) {
    return new Aspect(
        name,
        side ->
            side.cell().repetitions().stream()
                .map(text)
                .distinct()
                .sorted()
                .collect(Collectors.joining(" or ")));
  }

  private static String yes(boolean is) {
    return is ? "yes" : "no";
  }

  /** Without the port that it had, which is another one each time. */
  private static String redis(String description) {
    int address = description.lastIndexOf(" at ");
    return address < 0 ? description : description.substring(0, address);
  }

  private static String load(Workload workload) {
    if (workload instanceof Workload.Open open) {
      return FigureText.unit(workload) + ", " + open.arrivals().id() + " arrivals";
    }
    ThinkTime think = ((Workload.Closed) workload).thinkTime();
    return FigureText.unit(workload)
        + (think.isNone()
            ? ""
            : ", think time "
                + FigureText.count(think.meanMicros())
                + " us "
                + think.distribution().id());
  }

  /** What a call is made to cost: where a study is calibrated, the lab chose it for its host. */
  private static String work(Cell cell) {
    return FigureText.count(cell.provider().work().cpuIterations())
        + " iterations in bursts of 1/"
        + FigureText.count(cell.provider().work().bursts())
        + ", "
        + FigureText.count(cell.provider().work().garbageBytes())
        + " bytes, Redis +"
        + FigureText.count(cell.redis().latency().meanMicros())
        + " us, network +"
        + FigureText.count(cell.network().latency().meanMicros())
        + " us";
  }

  /** Something that two sides should have in common. */
  private record Aspect(String name, Function<Side, String> text) {
    Optional<String> difference(Side baseline, Side candidate) {
      String before = text.apply(baseline);
      String after = text.apply(candidate);
      return before.equals(after)
          ? Optional.empty()
          : Optional.of(
              name
                  + " differs: "
                  + baseline.letter()
                  + " "
                  + known(before)
                  + "; "
                  + candidate.letter()
                  + " "
                  + known(after)
                  + ".");
    }

    private static String known(String text) {
      return text.isEmpty() ? "none" : text;
    }
  }
}
