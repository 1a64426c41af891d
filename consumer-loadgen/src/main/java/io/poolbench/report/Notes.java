package io.poolbench.report;

import io.poolbench.journal.Calls;
import io.poolbench.journal.Entry;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Slice;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedCell.Repetition;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.Verdict;
import io.poolbench.report.format.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** What limits the validity of a result, what disturbed its host, and which calls failed. */
record Notes(Evaluation evaluation) {
  /** A metric of the host, the value beyond which it is reported, and how it is worded. */
  private record Disturbance(Metric metric, double notable, String words) {}

  private static final List<Disturbance> DISTURBANCES =
      List.of(
          new Disturbance(Metric.STEAL, 2, "the hypervisor took %s of the CPU"),
          new Disturbance(Metric.OTHERS_CPU, 5, "others used %s of the CPU"),
          new Disturbance(Metric.PROVIDER_CPU_JIT, 5, "the JIT compiler used %s of the CPU"),
          new Disturbance(
              Metric.PROVIDER_THROTTLED,
              0.5,
              "a CPU quota stopped the provider for %s of the time"),
          new Disturbance(
              Metric.DRIVER_THROTTLED,
              0.5,
              "a CPU quota stopped the load generator for %s of the time"));

  /** A speed that is lower than the highest by at most this percentage counts as constant. */
  private static final double CONSTANT_PCT = 10;

  private List<Level> levels() {
    return evaluation.cells().stream()
        .flatMap(pool -> pool.judged().levels().stream())
        .filter(JudgedLevel::counts)
        .map(JudgedLevel::together)
        .toList();
  }

  /** A sentence on each disturbance of the host; empty for a quiet host. */
  List<String> host() {
    List<String> notes = new ArrayList<>();
    List<String> disturbed = DISTURBANCES.stream().flatMap(each -> text(each).stream()).toList();
    if (!disturbed.isEmpty()) {
      notes.add("Host: " + String.join("; ", disturbed) + ": times are somewhat high.");
    }
    double slowed = slowedPct();
    if (slowed > CONSTANT_PCT) {
      notes.add(
          "This CPU's speed varied by %s %%: compare within this run only."
              .formatted(FigureText.count(Math.round(slowed))));
    }
    return notes;
  }

  /** How much slower than fastest the provider's CPUs were, among levels of the same JVM. */
  private double slowedPct() {
    return levels().stream()
        .collect(Collectors.groupingBy(level -> level.cell().provider().jvm()))
        .values()
        .stream()
        .map(levels -> values(levels, Metric.PROVIDER_GAUGE).summaryStatistics())
        .filter(micros -> micros.getCount() > 0)
        .mapToDouble(micros -> 100 * (1 - micros.getMin() / micros.getMax()))
        .max()
        .orElse(0);
  }

  private static DoubleStream values(List<Level> levels, Metric metric) {
    return levels.stream()
        .map(metric::of)
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue);
  }

  private Optional<String> text(Disturbance disturbance) {
    double most = values(levels(), disturbance.metric).max().orElse(0);
    return most > disturbance.notable
        ? Optional.of(
            disturbance.words.formatted("up to " + FigureText.count(Math.round(most)) + " %"))
        : Optional.empty();
  }

  /** Failed calls by kind, of each cell that has some; empty where all were answered. */
  Optional<String> errors() {
    List<String> cells = new ArrayList<>();
    for (EstimatedCell pool : evaluation.cells()) {
      List<Calls> calls =
          pool.judged().levels().stream().map(level -> level.together().calls()).toList();
      String kinds =
          List.of(
                  kind("refused", calls, Calls::rejected),
                  kind("timed out", calls, Calls::timeout),
                  kind("failed", calls, Calls::error),
                  kind("unsent", calls, Calls::unsent))
              .stream()
              .filter(text -> !text.isEmpty())
              .collect(Collectors.joining(", "));
      if (!kinds.isEmpty()) {
        cells.add(kinds + " (" + pool.name() + ")");
      }
    }
    return cells.isEmpty()
        ? Optional.empty()
        : Optional.of("Errors at all levels: " + String.join("; ", cells) + ".");
  }

  private static String kind(String word, List<Calls> calls, ToLongFunction<Calls> count) {
    long sum = calls.stream().mapToLong(count).sum();
    return sum == 0 ? "" : FigureText.count(sum) + " " + word;
  }

  /** The reasons of a cell's failed calls with their numbers. */
  static Map<String, Long> reasons(EstimatedCell pool) {
    Map<String, Long> reasons = new TreeMap<>();
    pool.judged().levels().stream()
        .flatMap(level -> level.together().slices().stream())
        .forEach(
            slice ->
                slice.failures().forEach((why, calls) -> reasons.merge(why, calls, Long::sum)));
    return reasons;
  }

  /** A note for all cells that share its text. */
  List<String> validity() {
    Map<String, List<String>> names = new LinkedHashMap<>();
    for (EstimatedCell pool : evaluation.cells()) {
      List<String> notes = new ArrayList<>();
      for (Entry.Failed failed : evaluation.run().labFailures()) {
        if (failed.cell().equals(pool.name())) {
          notes.add(
              "failed: " + Text.lines(failed.detail()).stream().findFirst().orElse(failed.code()));
        }
      }
      boolean unsteady =
          evaluation.run().opened().stream()
              .filter(opened -> opened.cell().equals(pool.name()))
              .anyMatch(opened -> opened.warmUp() != null && !opened.warmUp().steady());
      if (unsteady && evaluation.study().paired() == null) {
        notes.add("not stable after warm-up");
      }
      for (Verdict.Kind kind : List.of(Verdict.Kind.INVALID, Verdict.Kind.UNDECIDED)) {
        levels(kind, pool).ifPresent(notes::add);
      }
      discarded(pool).ifPresent(notes::add);
      if (!notes.isEmpty()) {
        names.computeIfAbsent(String.join("; ", notes), note -> new ArrayList<>()).add(pool.name());
      }
    }
    return names.entrySet().stream()
        .map(note -> String.join(", ", note.getValue()) + ": " + note.getKey() + ".")
        .toList();
  }

  private static Optional<String> levels(Verdict.Kind kind, EstimatedCell pool) {
    Map<List<String>, List<JudgedLevel>> byReason =
        pool.judged().levels().stream()
            .filter(level -> level.verdict().kind() == kind)
            .collect(
                Collectors.groupingBy(
                    level -> level.verdict().codes(), LinkedHashMap::new, Collectors.toList()));
    return byReason.isEmpty()
        ? Optional.empty()
        : Optional.of(
            byReason.values().stream()
                .map(levels -> levels(levels, pool))
                .collect(Collectors.joining(", ", kind + " ", "")));
  }

  /** Levels of one reason, with the figures of the lowest. */
  private static String levels(List<JudgedLevel> levels, EstimatedCell pool) {
    return "at %s %s (%s)"
        .formatted(
            levels.stream()
                .map(level -> FigureText.count(level.at()))
                .collect(Collectors.joining(", ")),
            pool.workload().unit(levels.get(levels.size() - 1).at()),
            ViolationText.of(levels.get(0).verdict()));
  }

  /** How many slices were measured again, and why. */
  private static Optional<String> discarded(EstimatedCell pool) {
    List<Slice> discarded =
        pool.judged().repetitions().values().stream()
            .map(Repetition::discarded)
            .flatMap(List::stream)
            .toList();
    long counting =
        pool.judged().repetitions().values().stream().mapToLong(of -> of.counting().size()).sum();
    if (discarded.isEmpty()) {
      return Optional.empty();
    }
    String why =
        discarded.stream()
            .flatMap(slice -> slice.violations().stream())
            .map(violation -> ViolationText.title(violation.code()))
            .distinct()
            .limit(3)
            .collect(Collectors.joining(", "));
    return Optional.of(
        "%s of %s slices discarded%s"
            .formatted(
                discarded.size(),
                discarded.size() + counting,
                why.isEmpty() ? " with others of their block" : ": " + why));
  }
}
