package io.poolbench.cli;

import io.poolbench.journal.FigureText;
import io.poolbench.judge.StudyPlanner;
import io.poolbench.load.RecordedArrivals;
import io.poolbench.study.Cell;
import io.poolbench.study.DurationText;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.Phase;
import io.poolbench.study.Study;
import io.poolbench.study.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The most calls that a study makes: those of its highest load during all of its time. The number
 * for closed loops depends on the response time, so an example is printed.
 */
final class PlannedCalls {
  /** Assumed duration of a call with its think time, for the printed example. */
  private static final double EXAMPLE_SECONDS = 0.01;

  private static final MathContext DIGITS = new MathContext(3);

  private PlannedCalls() {}

  /** The calls of a study as text, also where capacities that it measures decide on them. */
  static String text(Study study) {
    return text(study, DryRun.time(study));
  }

  /** The calls in the time that is left of a study. */
  static String text(Study study, Duration left) {
    if (study.cells().stream().anyMatch(cell -> cell.load().capacity() != null)) {
      return "calls whose number depends on the capacities that it measures first";
    }
    double seconds = left.plus(prolonged(study)).toMillis() / 1e3;
    long users = highest(study, "users");
    long rate = highest(study, "rate");
    List<String> texts = new ArrayList<>();
    if (users > 0) {
      texts.add(
          "calls of up to %s users, at most some %s (if each takes 10 ms)"
              .formatted(FigureText.count(users), count(users * seconds / EXAMPLE_SECONDS)));
    }
    if (rate > 0) {
      texts.add(
          "at most some %s calls at a rate%s".formatted(count(rate * seconds), replayed(study)));
    }
    return String.join(", and ", texts);
  }

  /** How much of a recording is replayed, unless all of it is. */
  private static String replayed(Study study) {
    LoadSchedule load = study.cells().get(0).load();
    if (!(load.workload() instanceof Workload.Open open) || open.recording().isEmpty()) {
      return "";
    }
    try {
      Duration all = RecordedArrivals.read(Path.of(open.recording())).length();
      // The slices of a cell in a round begin at the same place of the recording.
      int rounds =
          study.paired() == null ? 1 : study.paired().rounds() * study.repetitions().count();
      Duration held =
          load.phases().stream().map(Phase::length).reduce(Duration::plus).orElse(load.measure());
      Duration part = load.settle().plus(held).multipliedBy(rounds);
      return part.compareTo(all) >= 0
          ? ""
          : ", which replay up to %s of the recording's %s at each load"
              .formatted(DurationText.print(part), DurationText.print(all));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The time by which all steps may be prolonged. */
  private static Duration prolonged(Study study) {
    if (study.paired() != null) {
      return Duration.ZERO;
    }
    long millis =
        study.cells().stream()
            .flatMapToLong(
                cell ->
                    StudyPlanner.measures(cell).stream()
                        .mapToLong(step -> cell.load().measureUpTo().minus(step).toMillis()))
            .filter(more -> more > 0)
            .sum();
    return Duration.ofMillis(millis * study.repetitions().count());
  }

  private static long highest(Study study, String setting) {
    return study.cells().stream()
        .map(Cell::load)
        .mapToLong(load -> highest(load, setting))
        .max()
        .orElse(0);
  }

  /** The sum over the groups of a load whose levels have this setting. */
  private static long highest(LoadSchedule load, String setting) {
    return (load.groups().isEmpty() ? Stream.of(load) : load.groups().stream().map(load::of))
        .filter(part -> part.workload().setting().equals(setting))
        .mapToLong(PlannedCalls::highest)
        .sum();
  }

  private static int highest(LoadSchedule part) {
    return part.phases().stream()
        .mapToInt(phase -> phase.level(part.maxLevel()))
        .max()
        .orElse(part.maxLevel());
  }

  private static String count(double calls) {
    return FigureText.count(BigDecimal.valueOf(calls).round(DIGITS).longValue());
  }
}
