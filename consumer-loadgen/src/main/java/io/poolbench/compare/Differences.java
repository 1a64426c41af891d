package io.poolbench.compare;

import io.poolbench.compare.Pair.Side;
import io.poolbench.config.SettingsDifference;
import io.poolbench.judge.LevelResult;
import io.poolbench.result.CellEnvironment.ProviderHost;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.SpeedRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The differences between two cells other than their pools, which may also explain a deviation. */
final class Differences {
  /** Medians of two runs at the same speed on one host differ by some percent. */
  private static final double SPEED_LIMIT_PCT = 10;

  /** Levels of one side only are omissions; a table has no effect on what is measured. */
  private static final Set<String> NOT_COMPARED = Set.of("load.users", "load.rate", "published");

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
          found("CPU pinning", repetition -> repetition.environment().pinned() ? "yes" : "no"),
          found("Dubbo", repetition -> repetition.environment().dubbo()),
          found("Redis", repetition -> redis(repetition.environment().redis())));

  private Differences() {}

  static List<String> between(Side baseline, Side candidate) {
    List<String> sentences = new ArrayList<>();
    partial(baseline).ifPresent(sentences::add);
    partial(candidate).ifPresent(sentences::add);
    for (Aspect aspect : ASPECTS) {
      aspect.difference(baseline, candidate).ifPresent(sentences::add);
    }
    SettingsDifference.beyondPools(baseline.cell().cell(), candidate.cell().cell()).stream()
        .filter(of -> !NOT_COMPARED.contains(of.path()))
        .map(of -> sentence(of.path(), baseline, of.before(), candidate, of.after()))
        .forEach(sentences::add);
    ofSpeed(baseline, candidate).ifPresent(sentences::add);
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
        .filter(any -> !alone.isEmpty())
        .filter(any -> !side.cell().isOfOwnCapacity() || !other.cell().isOfOwnCapacity());
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

  /** The host by its CPU model, kernel and CPUs; the address does not affect its speed. */
  private static String host(ProviderHost of) {
    return of == null
        ? "the driver's"
        : "%s (%s, CPUs %s)".formatted(of.host().cpuModel(), of.host().kernel(), of.host().cpus());
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

  /** The description of Redis without its address, as the port differs in each run. */
  private static String redis(String description) {
    int address = description.lastIndexOf(" at ");
    return address < 0 ? description : description.substring(0, address);
  }

  private static String sentence(
      String name, Side baseline, String before, Side candidate, String after) {
    return "%s differs: %s %s; %s %s."
        .formatted(name, baseline.letter(), known(before), candidate.letter(), known(after));
  }

  private static String known(String text) {
    return text.isEmpty() ? "none" : text;
  }

  /** A fact that should be the same on both sides. */
  private record Aspect(String name, Function<Side, String> text) {
    Optional<String> difference(Side baseline, Side candidate) {
      String before = text.apply(baseline);
      String after = text.apply(candidate);
      return before.equals(after)
          ? Optional.empty()
          : Optional.of(sentence(name, baseline, before, candidate, after));
    }
  }
}
