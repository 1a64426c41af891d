package io.poolbench.cli;

import static io.poolbench.journal.FigureText.counted;

import io.poolbench.journal.Calibrated;
import io.poolbench.journal.Entry;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.Journal;
import io.poolbench.judge.RetryBudget;
import io.poolbench.judge.StudyPlanner;
import io.poolbench.report.format.Page;
import io.poolbench.report.format.Report;
import io.poolbench.report.format.Table;
import io.poolbench.report.format.Text;
import io.poolbench.study.Cell;
import io.poolbench.study.Levels;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.Study;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The report of {@code run --dry-run}: what a study would measure, its calls and its time. */
final class DryRun {
  private DryRun() {}

  /** Two provider starts with their warm-ups and some ten measurements. */
  private static final Duration CALIBRATION = Duration.ofSeconds(80);

  /** The time that a study takes, at most, without steps that are measured again. */
  static Duration time(Study study) {
    return left(study, Journal.inMemory());
  }

  /**
   * The time that a study takes which goes on behind the rows of a journal: what failed is measured
   * anew.
   */
  static Duration time(Study study, Journal soFar) throws IOException {
    Journal whole = Journal.inMemory();
    for (Entry entry : soFar.entries()) {
      if (!(entry instanceof Entry.Failed)) {
        whole.add(entry);
      }
    }
    return left(study, whole);
  }

  private static Duration left(Study study, Journal soFar) {
    Duration left = new StudyPlanner(study, new RetryBudget(Duration.ZERO)).left(soFar);
    return study.calibration() == null || Calibrated.in(soFar).isPresent()
        ? left
        : left.plus(CALIBRATION);
  }

  /** The size of a study in words, such as {@code 3 cells, 6 levels in 12 rounds, about 2:05}. */
  static String size(Study study, Duration left) {
    int repetitions = study.repetitions().count();
    return "%s: %s, %s, %sabout %s"
        .formatted(
            study.name(),
            counted(study.cells().size(), "cell"),
            levels(study),
            repetitions == 1 ? "" : repetitions + " times, ",
            Text.clock(left));
  }

  private static String levels(Study study) {
    int levels = study.cells().get(0).load().firstRound().size();
    if (study.paired() != null) {
      return counted(levels, "level") + " in " + counted(study.paired().rounds(), "round");
    }
    boolean searching = study.cells().stream().anyMatch(cell -> cell.load().search() != null);
    int steps = study.cells().stream().mapToInt(cell -> StudyPlanner.measures(cell).size()).sum();
    return (searching ? "at most " : "") + counted(steps, "step");
  }

  /**
   * What a study would measure.
   *
   * @param left the time that is left of it; all of it where nothing was measured
   */
  static Report report(Study study, Duration left) {
    Page page = new Page();
    page.sentences(
        List.of(
            size(study, left) + " min",
            "It makes " + PlannedCalls.text(study, left) + ". Nothing was started."));
    page.table(
        Table.of(
            study.cells(),
            Table.text("cell", Cell::name),
            Table.text("SLA", cell -> FigureText.sla(cell.sla())),
            Table.text("load", cell -> load(cell.load()))));
    return new Report(study.title(), "", page.blocks(), List.of());
  }

  private static String load(LoadSchedule load) {
    if (!load.groups().isEmpty()) {
      return load.groups().stream()
          .map(group -> group.name() + " " + load(load.of(group)))
          .collect(Collectors.joining("; "));
    }
    if (load.capacity() != null) {
      return load.phases().size() + " phases at shares of its capacity";
    }
    List<String> loads = new ArrayList<>();
    if (!load.levels().isEmpty()) {
      loads.add(Levels.print(load.levels()));
    }
    if (load.search() != null) {
      loads.add("a search within " + Levels.print(load.search().within()));
    }
    return String.join(", ", loads) + " " + FigureText.unit(load.workload());
  }
}
