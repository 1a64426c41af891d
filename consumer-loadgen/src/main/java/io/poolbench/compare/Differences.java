package io.poolbench.compare;

import io.poolbench.compare.CellPair.Side;
import io.poolbench.journal.CellEnvironment;
import io.poolbench.journal.CellEnvironment.ProviderHost;
import io.poolbench.journal.Entry;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.Metric;
import io.poolbench.stats.Median;
import io.poolbench.study.SettingsDifference;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The differences between two cells other than their pools, which may also explain a deviation. */
final class Differences {
  /** Medians of two runs at the same speed on one host differ by some percent. */
  private static final double SPEED_LIMIT_PCT = 10;

  /** Levels of one side only are omissions; a table has no effect on what is measured. */
  private static final Set<String> NOT_COMPARED = Set.of("load.users", "load.rate", "published");

  private static final List<Aspect> ASPECTS =
      List.of(
          began("poolbench", Entry.Began::poolbench),
          began("processor", began -> began.host().cpuModel()),
          began("CPUs of the host", began -> began.host().cpus()),
          began("CPU quota", began -> began.host().cpuQuota()),
          began("operating system", began -> began.host().os()),
          began("kernel", began -> began.host().kernel()),
          began("driver's JVM", began -> began.host().driverJvm()),
          found("provider's host", environment -> host(environment.providerHost())),
          found("provider's CPUs", CellEnvironment::providerCpus),
          found("driver's CPUs", CellEnvironment::driverCpus),
          found("CPU pinning", environment -> environment.pinned() ? "yes" : "no"),
          found("Dubbo", CellEnvironment::dubbo),
          found("Redis", environment -> redis(environment.redis())));

  private Differences() {}

  static List<String> between(Side baseline, Side candidate) {
    List<String> sentences = new ArrayList<>();
    partial(baseline).ifPresent(sentences::add);
    partial(candidate).ifPresent(sentences::add);
    for (Aspect aspect : ASPECTS) {
      aspect.difference(baseline, candidate).ifPresent(sentences::add);
    }
    SettingsDifference.beyondPools(baseline.cell().cell(), candidate.cell().cell()).stream()
        .filter(each -> !NOT_COMPARED.contains(each.path()))
        .map(each -> sentence(each.path(), baseline, each.before(), candidate, each.after()))
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
    OptionalDouble was = gauge(baseline);
    OptionalDouble is = gauge(candidate);
    if (was.isEmpty() || is.isEmpty()) {
      return Optional.empty();
    }
    double pct = 100 * (was.getAsDouble() / is.getAsDouble() - 1);
    return Math.abs(pct) <= SPEED_LIMIT_PCT
        ? Optional.empty()
        : Optional.of(
            ("CPU speed differs by %s%s %% (limit %s %%): values are not normalised, and no"
                    + " criterion is decided.")
                .formatted(
                    pct > 0 ? "+" : "", FigureText.pct(pct), FigureText.exact(SPEED_LIMIT_PCT)));
  }

  /** The median CPU time of a fixed amount of arithmetic in a run; empty if unknown. */
  private static OptionalDouble gauge(Side side) {
    return Median.of(
        side.run().judged().cells().stream()
            .flatMap(cell -> cell.levels().stream())
            .map(level -> Metric.PROVIDER_GAUGE.of(level.together()))
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .toArray());
  }

  private static Optional<String> partial(Side side) {
    List<String> why = new ArrayList<>();
    if (!Entry.Ended.isComplete(side.run().entries())) {
      why.add("its run did not measure all that was planned");
    }
    int failed = side.run().failed(side.cell()).size();
    if (failed > 0) {
      why.add(FigureText.counted(failed, "repetition") + " failed");
    }
    return why.isEmpty()
        ? Optional.empty()
        : Optional.of(side.run().letter() + " is partial: " + String.join(", ", why) + ".");
  }

  /** The host by its CPU model, kernel and CPUs; the address does not affect its speed. */
  private static String host(ProviderHost other) {
    return other == null
        ? "the driver's"
        : "%s (%s, CPUs %s)"
            .formatted(other.host().cpuModel(), other.host().kernel(), other.host().cpus());
  }

  private static Aspect began(String name, Function<Entry.Began, String> text) {
    return new Aspect(
        name,
        side ->
            Entry.only(Entry.Began.class, side.run().entries()).map(text).findFirst().orElse(""));
  }

  /** A setting read back in each repetition; distinct values are joined by "or". */
  private static Aspect found(String name, Function<CellEnvironment, String> text) {
    return new Aspect(
        name,
        side ->
            side.run().opened(side.cell()).stream()
                .map(Entry.Opened::environment)
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
        .formatted(
            name, baseline.run().letter(), known(before), candidate.run().letter(), known(after));
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
