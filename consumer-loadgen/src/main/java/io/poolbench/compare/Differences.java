package io.poolbench.compare;

import io.poolbench.api.LaunchConfig.ServiceWork;
import io.poolbench.compare.Pair.LevelComparison;
import io.poolbench.compare.Pair.Side;
import io.poolbench.judge.LevelResult;
import io.poolbench.judge.SlaText;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellEnvironment.GeneratorHost;
import io.poolbench.result.CellEnvironment.ProviderHost;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.SpeedRange;
import io.poolbench.spec.Cell;
import io.poolbench.spec.DriverSettings;
import io.poolbench.spec.DubboSettings;
import io.poolbench.spec.RemoteSettings;
import io.poolbench.spec.TargetSettings;
import io.poolbench.spec.TargetSettings.TargetProgram;
import io.poolbench.spec.WebSettings;
import io.poolbench.spec.Workload;
import io.poolbench.spec.Workload.ThinkTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The differences between two cells other than their pools, which may also explain a deviation. */
final class Differences {
  /** Limit in percent, above which a difference in CPU per call at the same load is reported. */
  private static final double CPU_PER_CALL_BAND_PCT = 10;

  /** Medians of two runs at the same speed on one host differ by some percent. */
  private static final double SPEED_LIMIT_PCT = 10;

  private static final List<Aspect> ASPECTS =
      List.of(
          new Aspect("poolbench", side -> side.study().poolbench()),
          new Aspect("processor", side -> side.study().host().cpuModel()),
          new Aspect("CPUs of the host", side -> side.study().host().cpus()),
          new Aspect("CPU quota", side -> side.study().host().cpuQuota()),
          new Aspect("operating system", side -> side.study().host().os()),
          new Aspect("kernel", side -> side.study().host().kernel()),
          new Aspect("driver's JVM", side -> side.study().host().driverJvm()),
          found("provider's host", repetition -> host(repetition.environment().providerHost())),
          found("provider's CPUs", repetition -> repetition.environment().providerCpus()),
          found("driver's CPUs", repetition -> repetition.environment().driverCpus()),
          found("load generators", repetition -> generators(repetition.environment())),
          found("CPU pinning", repetition -> repetition.environment().pinned() ? "yes" : "no"),
          found("Dubbo", repetition -> repetition.environment().dubbo()),
          found("Redis", repetition -> redis(repetition.environment().redis())),
          configured("SLA", cell -> SlaText.of(cell.sla())),
          configured("load", cell -> load(cell.load().workload())),
          configured("step duration", cell -> cell.load().measure().toMillis() + " ms"),
          configured("client", cell -> cell.driver().client() + " " + cell.driver().method().id()),
          configured("connections", cell -> connections(cell.driver())),
          configured("work per call", Differences::work),
          configured(
              "provider's JVM options", cell -> String.join(" ", cell.provider().jvm().options())),
          configured("I/O threads", ofDubbo(dubbo -> Integer.toString(dubbo.ioThreads()))),
          configured("protocol", cell -> cell.provider().protocol().id()),
          configured("dispatcher", ofDubbo(dubbo -> dubbo.dispatcher().toString())),
          configured("scheduling", cell -> cell.provider().scheduling().toString()));

  private Differences() {}

  static List<String> between(Side baseline, Side candidate, List<LevelComparison> levels) {
    List<String> sentences = new ArrayList<>();
    partial(baseline).ifPresent(sentences::add);
    partial(candidate).ifPresent(sentences::add);
    for (Aspect aspect : ASPECTS) {
      aspect.difference(baseline, candidate).ifPresent(sentences::add);
    }
    ofSpeed(baseline, candidate).ifPresent(sentences::add);
    cpuPerCall(baseline, levels).ifPresent(sentences::add);
    return sentences;
  }

  /**
   * The difference in CPU speed if it exceeds its limit; empty otherwise, or if a speed is unknown.
   * Metrics are not normalised by it, because response times are not proportional to CPU speed when
   * calls queue.
   */
  static Optional<String> ofSpeed(Side baseline, Side candidate) {
    return SpeedRange.of(baseline.study().cells())
        .flatMap(
            was ->
                SpeedRange.of(candidate.study().cells())
                    .map(is -> 100 * (was.gaugeMicros() / is.gaugeMicros() - 1)))
        .filter(pct -> Math.abs(pct) > SPEED_LIMIT_PCT)
        .map(
            pct ->
                ("CPU speed differs by %s%s %% (limit %s %%): values are not normalised, and no"
                        + " criterion is decided.")
                    .formatted(
                        pct > 0 ? "+" : "",
                        FigureText.pct(pct),
                        FigureText.exact(SPEED_LIMIT_PCT)));
  }

  static List<String> omissions(Side baseline, Side candidate) {
    if (!baseline.countsLike(candidate)) {
      return List.of(
          "Levels not comparable: %s in %s, %s in %s."
              .formatted(baseline.letter(), baseline.unit(), candidate.letter(), candidate.unit()));
    }
    return Stream.of(
            onlyIn(baseline, candidate),
            onlyIn(candidate, baseline),
            invalid(baseline),
            invalid(candidate))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<String> onlyIn(Side side, Side other) {
    TreeSet<Integer> alone = new TreeSet<>(side.cell().levels());
    alone.removeAll(other.cell().levels());
    String levels = alone.stream().map(FigureText::count).collect(Collectors.joining(", "));
    return Optional.of("Only %s measured %s %s.".formatted(side.letter(), levels, side.unit()))
        .filter(any -> !alone.isEmpty());
  }

  private static Optional<String> invalid(Side side) {
    String levels =
        side.cell().levelResults().stream()
            .filter(level -> level.count() < level.steps().size())
            .map(level -> FigureText.count(level.level()) + share(level))
            .collect(Collectors.joining(", "));
    return Optional.of(
            "%s has INVALID steps, not compared: %s %s."
                .formatted(side.letter(), levels, side.unit()))
        .filter(any -> !levels.isEmpty());
  }

  private static String share(LevelResult level) {
    int steps = level.steps().size();
    return steps == 1 ? "" : " (" + (steps - level.count()) + " of " + steps + " steps)";
  }

  private static Optional<String> partial(Side side) {
    List<String> why = new ArrayList<>();
    if (side.study().interrupted()) {
      why.add("its run was interrupted");
    }
    long failed = side.cell().repetitions().stream().filter(CellResult::failed).count();
    if (failed > 0) {
      why.add(failed + " of " + side.cell().count() + " repetitions failed");
    }
    return why.isEmpty()
        ? Optional.empty()
        : Optional.of(side.letter() + " is partial: " + String.join(", ", why) + ".");
  }

  /** Reports the largest difference, which depends on the pool and on the CPU speed. */
  private static Optional<String> cpuPerCall(Side baseline, List<LevelComparison> levels) {
    return levels.stream()
        .filter(level -> Math.abs(deviation(level)) > CPU_PER_CALL_BAND_PCT)
        .max(Comparator.comparingDouble(level -> Math.abs(deviation(level))))
        .map(
            level ->
                ("CPU per call differs by %s at %s: the pools cost different CPU time, or the CPUs"
                        + " ran at different speeds.")
                    .formatted(
                        level.of(Metric.PROVIDER_CPU_PER_CALL).amountText(),
                        FigureText.load(baseline.workload(), level.level())));
  }

  private static double deviation(LevelComparison level) {
    return Objects.requireNonNullElse(level.of(Metric.PROVIDER_CPU_PER_CALL).amount(), 0.0);
  }

  /** The host by its CPU model, kernel and CPUs; the address does not affect its speed. */
  private static String host(ProviderHost of) {
    return of == null
        ? "the driver's"
        : "%s (%s, CPUs %s)".formatted(of.host().cpuModel(), of.host().kernel(), of.host().cpus());
  }

  private static Aspect configured(String name, Function<Cell, String> text) {
    return new Aspect(name, side -> text.apply(side.cell().cell()));
  }

  /** A setting read back in each repetition; distinct values are joined by "or". */
  private static Aspect found(String name, Function<CellResult, String> text) {
    return new Aspect(
        name,
        side ->
            side.cell().repetitions().stream()
                .map(text)
                .distinct()
                .sorted()
                .collect(Collectors.joining(" or ")));
  }

  /** The load generators; empty if the driver made the calls. */
  private static String generators(CellEnvironment environment) {
    int cpus = environment.generators().stream().mapToInt(GeneratorHost::cpus).sum();
    return environment.generators().isEmpty()
        ? ""
        : "%d with %d CPUs".formatted(environment.generators().size(), cpus);
  }

  /** The description of Redis without its address, as the port differs in each run. */
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
            : ", think time %s us %s"
                .formatted(FigureText.count(think.meanMicros()), think.distribution().id()));
  }

  private static String connections(DriverSettings driver) {
    return driver.connections() == null ? "as calls" : FigureText.count(driver.connections());
  }

  private static Function<Cell, String> ofDubbo(Function<DubboSettings, String> text) {
    return cell -> cell.provider() instanceof DubboSettings dubbo ? text.apply(dubbo) : "";
  }

  /** The configured cost of a call, which a calibrated study selects for the host. */
  private static String work(Cell cell) {
    if (cell.provider() instanceof WebSettings of) {
      return "%s workers, %s task threads, delay %s ms, downstream %s ms"
          .formatted(
              FigureText.count(of.web().workers()),
              FigureText.count(of.web().taskThreads()),
              FigureText.count(of.web().delayMillis()),
              of.web().downstreamMillis());
    }
    if (cell.provider() instanceof TargetSettings of) {
      return program(of.program());
    }
    if (cell.provider() instanceof RemoteSettings of) {
      return of.url();
    }
    ServiceWork work = ((DubboSettings) cell.provider()).work();
    return "%s iterations in bursts of 1/%s, %s bytes, %s bytes kept by a thread, Redis +%s us, network +%s us"
        .formatted(
            FigureText.count(work.cpuIterations()),
            FigureText.count(work.bursts()),
            FigureText.count(work.garbageBytes()),
            FigureText.count(work.threadLocalBytes()),
            FigureText.count(cell.redis().latency().meanMicros()),
            FigureText.count(cell.network().latency().meanMicros()));
  }

  private static String program(TargetProgram of) {
    return String.join(
        " ",
        of.jar() == null ? of.main() : of.jar(),
        String.join(" ", of.arguments()),
        of.properties().toString(),
        of.stubs().isEmpty() ? "" : "stubs " + of.stubs());
  }

  /** A fact that should be the same on both sides. */
  private record Aspect(String name, Function<Side, String> text) {
    Optional<String> difference(Side baseline, Side candidate) {
      String before = text.apply(baseline);
      String after = text.apply(candidate);
      return before.equals(after)
          ? Optional.empty()
          : Optional.of(
              "%s differs: %s %s; %s %s."
                  .formatted(
                      name, baseline.letter(), known(before), candidate.letter(), known(after)));
    }

    private static String known(String text) {
      return text.isEmpty() ? "none" : text;
    }
  }
}
