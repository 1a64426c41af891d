package io.poolbench.cli;

import static io.poolbench.journal.FigureText.counted;

import io.poolbench.journal.Calibrated;
import io.poolbench.journal.CellEnvironment;
import io.poolbench.journal.Entry;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Violation;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.JudgedStudy;
import io.poolbench.judge.StudyPlanner;
import io.poolbench.judge.Verdict;
import io.poolbench.judge.Visit;
import io.poolbench.measure.StudyListener;
import io.poolbench.report.CalibrationText;
import io.poolbench.report.ViolationText;
import io.poolbench.report.format.Text;
import io.poolbench.study.Cell;
import io.poolbench.study.Study;
import io.poolbench.study.Study.Calibration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Prints a study's progress in lines: one line per step, or per round in a paired study, and one
 * per reason of a verdict that the step's line does not show.
 */
final class Progress implements StudyListener {
  private final Study study;
  private final Consumer<String> lines;
  private final LongSupplier nanoTime;
  private final boolean timed;
  private final List<Slice> unfinished = new ArrayList<>();
  private volatile String activity = "starting";
  private volatile Remaining remaining;
  private String failure = "";

  /** The time left at an event. */
  private record Remaining(long atNanos, Duration left) {}

  /**
   * A listener that prints lines.
   *
   * @param left the time that the study takes, at most
   * @param timed whether each line has the remaining time
   */
  Progress(
      Study study, Duration left, Consumer<String> lines, LongSupplier nanoTime, boolean timed) {
    this.study = study;
    this.lines = lines;
    this.nanoTime = nanoTime;
    this.timed = timed;
    left(left);
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
            clock(left));
  }

  private static String levels(Study study) {
    int levels = study.cells().get(0).load().firstRound().size();
    if (study.paired() != null) {
      return counted(levels, "level") + " in " + counted(study.paired().rounds(), "round");
    }
    boolean searching = study.cells().stream().anyMatch(cell -> cell.load().search() != null);
    return (searching ? "at most " : "")
        + counted(
            study.cells().stream().mapToInt(cell -> StudyPlanner.measures(cell).size()).sum(),
            "step");
  }

  static String clock(Duration time) {
    long seconds = Math.max(0, time.toSeconds());
    return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
  }

  /** What the study does at present; any thread may ask. */
  String activity() {
    return activity;
  }

  /** The estimated remaining time at present; any thread may ask. */
  Duration remaining() {
    Remaining latest = remaining;
    Duration now = latest.left.minusNanos(nanoTime.getAsLong() - latest.atNanos);
    return now.isNegative() ? Duration.ZERO : now;
  }

  private void left(Duration left) {
    remaining = new Remaining(nanoTime.getAsLong(), left);
  }

  @Override
  public void note(String text) {
    lines.accept("  note: " + Text.line(text));
  }

  @Override
  public void calibrationStarted(Calibration target) {
    lines.accept("");
    lines.accept("calibrating calls to this host: " + CalibrationText.wanted(target));
  }

  @Override
  public void calibrationStep(String text) {
    activity = "calibrating: " + Text.line(text);
  }

  @Override
  public void calibrationDisturbed(List<Violation> violations) {
    lines.accept("  note: calibration is disturbed: " + ViolationText.of(violations));
  }

  @Override
  public void calibrated(Calibrated calibration) {
    lines.accept("  chosen: " + CalibrationText.chosen(calibration));
    CalibrationText.outcome(calibration).forEach(text -> lines.accept("  " + text));
  }

  @Override
  public void opening(List<Cell> cells, int repetition) {
    String names =
        cells.stream().map(cell -> Text.line(cell.name())).collect(Collectors.joining(", "));
    int repetitions = study.repetitions().count();
    lines.accept("");
    lines.accept(
        (study.paired() == null ? number(cells.get(0)) : "in turns: ")
            + names
            + (repetitions == 1 ? "" : ", repetition " + repetition + " of " + repetitions));
    activity = "starting the provider";
  }

  private String number(Cell cell) {
    return "[%s/%s] ".formatted(study.cells().indexOf(cell) + 1, study.cells().size());
  }

  @Override
  public void warming(List<Cell> cells, CellEnvironment environment) {
    activity = "warming up";
    lines.accept(
        String.format(
            "  %sdriver on CPU %s%s%s",
            environment.providerCpus().isEmpty()
                ? ""
                : "provider on CPU " + environment.providerCpus() + ", ",
            environment.driverCpus(),
            environment.pinned() ? "" : " (not pinned)",
            environment.redis().isEmpty() ? "" : "; redis: " + environment.redis()));
  }

  @Override
  public void opened(Cell cell, Entry.Opened opened) {
    Entry.WarmUp warmUp = opened.warmUp();
    // The cells of a paired study share JVMs and their compilers: one warning is enough.
    boolean isFirst = study.paired() == null || cell.equals(study.cells().get(0));
    if (warmUp != null && !warmUp.steady() && isFirst) {
      lines.accept(
          "  compiler still busy after %s s of warm-up"
              .formatted(FigureText.measure(warmUp.seconds())));
    }
  }

  @Override
  public void visitStarted(Cell cell, Visit visit, Duration left) {
    if (study.paired() != null && visit.turn().round() != round()) {
      roundFinished();
    }
    if (visit.hold() != Visit.Hold.PROLONGED && study.paired() == null) {
      unfinished.clear();
    }
    left(left);
    activity =
        switch (visit.hold()) {
          case STEP -> "step";
          case PROLONGED -> "UNDECIDED, going on";
          case FIRST_OF_BLOCK, FURTHER_OF_BLOCK -> round(visit.turn().round());
          case SAMPLED -> "sampling where calls spend their time";
          case SAMPLED_WITH_TRIAL -> "trying twice as many connections";
        };
  }

  private String round(int number) {
    return "round %s/%s".formatted(number, Math.max(number, study.paired().rounds()));
  }

  private int round() {
    return unfinished.isEmpty() ? 0 : unfinished.get(0).key().turn().round();
  }

  @Override
  public void visitEnded(Cell cell, Visit visit, List<Slice> slices, Duration left) {
    left(left);
    unfinished.addAll(slices);
    if (study.paired() == null && !slices.isEmpty()) {
      stepFinished(cell);
    }
  }

  private void stepFinished(Cell cell) {
    JudgedLevel level =
        JudgedStudy.of(study.withCells(List.of(cell)), List.copyOf(unfinished))
            .cells()
            .get(0)
            .levels()
            .get(0);
    Level together = level.together();
    lines.accept(
        String.format(
                Locale.ROOT,
                "  %-14s %9s TPS  TP99 %8s ms  CPU %5s %%  %-9s%s",
                FigureText.load(cell.load().workload(), level.level()),
                Metric.TPS.text(together),
                Metric.TP99.text(together),
                Metric.PROVIDER_CPU.text(together),
                level.verdict().kind(),
                left())
            .stripTrailing());
    if (needsReason(level.verdict())) {
      lines.accept("    " + level.verdict().kind() + ": " + ViolationText.of(level.verdict()));
    }
  }

  private String left() {
    return timed ? "  " + clock(remaining()) + " left" : "";
  }

  /** Whether the step's line lacks the reason of its verdict; it shows a FAIL by TP99. */
  private static boolean needsReason(Verdict verdict) {
    return switch (verdict.kind()) {
      case PASS -> false;
      case FAIL -> !verdict.codes().get(0).equals(Metric.TP99.id());
      case INVALID, UNDECIDED -> true;
    };
  }

  @Override
  public void closed(List<Cell> cells, int repetition) {
    if (study.paired() != null) {
      roundFinished();
    }
  }

  /** Such as {@code round 3/12: 1 of 6 blocks discarded: driver hiccup max}. */
  private void roundFinished() {
    if (unfinished.isEmpty()) {
      return;
    }
    Map<Integer, List<Slice>> blocks =
        unfinished.stream().collect(Collectors.groupingBy(slice -> slice.key().turn().block()));
    List<List<Slice>> discarded =
        blocks.values().stream().filter(block -> !block.stream().allMatch(Slice::isValid)).toList();
    lines.accept(
        "  %s: %s%s"
            .formatted(
                round(round()),
                discarded.isEmpty()
                    ? counted(blocks.size(), "block")
                    : "%s of %s discarded: %s"
                        .formatted(
                            discarded.size(), counted(blocks.size(), "block"), causes(discarded)),
                left()));
    unfinished.clear();
  }

  private static String causes(List<List<Slice>> blocks) {
    return blocks.stream()
        .flatMap(List::stream)
        .flatMap(slice -> slice.violations().stream())
        .map(violation -> ViolationText.title(violation.code()))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  @Override
  public void failed(Cell cell, Entry.Failed failed) {
    // A failure of one cell of a paired study fails all cells: it is printed once.
    if (study.paired() == null || !failed.detail().equals(failure)) {
      lines.accept("  failed:");
      Text.lines(failed.detail()).forEach(text -> lines.accept("    " + text));
    }
    failure = failed.detail();
  }
}
