package io.poolbench.cli;

import static io.poolbench.cli.Progress.ProgressText.clock;
import static io.poolbench.result.FigureText.counted;

import io.poolbench.report.CalibrationText;
import io.poolbench.report.PlainText;
import io.poolbench.report.RoundBlocks;
import io.poolbench.report.ViolationText;
import io.poolbench.result.BlockSample;
import io.poolbench.result.Calibrated;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellResult;
import io.poolbench.result.CellResult.WarmUp;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.Violation;
import io.poolbench.run.StudyListener;
import io.poolbench.run.StudyPlan;
import io.poolbench.run.StudyPlan.CellRun;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Study;
import io.poolbench.spec.Study.Calibration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
  private final boolean timed;
  private final int repetitions;
  private final TimeLeft time;
  private volatile String activity = "starting";

  private final List<List<BlockSample>> blocks = new ArrayList<>();

  private String run = "";
  private String round = "";
  private String failure = "";
  private boolean compiling;

  /** Prints the size of the study; {@code timed} adds the remaining time to each line. */
  Progress(Study study, Consumer<String> lines, LongSupplier nanoTime, boolean timed) {
    this.study = study;
    this.lines = lines;
    this.timed = timed;
    this.repetitions = study.repetitions().count();
    this.time = new TimeLeft(study, nanoTime);
    lines.accept(
        "%s: %s, %s, %sabout %s"
            .formatted(
                study.name(),
                counted(study.cells().size(), "cell"),
                size(),
                repetitions == 1 ? "" : repetitions + " times, ",
                clock(time.left())));
  }

  private String size() {
    int levels = study.cells().get(0).load().firstRound().size();
    if (study.paired() != null) {
      return counted(levels, "level") + " in " + counted(study.paired().rounds(), "round");
    }
    int steps = study.cells().stream().mapToInt(time::maxSteps).sum();
    boolean searching = study.cells().stream().anyMatch(cell -> cell.load().search() != null);
    return (searching ? "at most " : "") + counted(steps, "step");
  }

  /** What the study does at present; any thread may ask. */
  String activity() {
    return activity;
  }

  /** The estimated remaining time at present; any thread may ask. */
  Duration remaining() {
    return time.now();
  }

  @Override
  public void resumed(StudyPlan plan) {
    List<CellRun> kept = plan.measured();
    kept.forEach(run -> time.kept(run.cell()));
    if (plan.calibration() != null) {
      time.calibrating();
      time.calibrated();
      lines.accept("kept: calibration; chosen: " + CalibrationText.chosen(plan.calibration()));
    }
    kept.forEach(
        run ->
            lines.accept("kept: " + ProgressText.cell(run.cell(), run.repetition(), repetitions)));
    int remaining = plan.runs().size() - kept.size();
    lines.accept("to run: " + counted(remaining, "cell") + ", about " + clock(time.left()));
  }

  @Override
  public void note(String text) {
    lines.accept("  note: " + PlainText.line(text));
  }

  @Override
  public void calibrationStarted(Calibration target) {
    lines.accept("");
    lines.accept("calibrating calls to this host: " + CalibrationText.wanted(target));
    time.calibrating();
  }

  @Override
  public void calibrationStep(String text) {
    activity = "calibrating: " + PlainText.line(text);
  }

  @Override
  public void calibrationDisturbed(List<Violation> violations) {
    lines.accept("  note: calibration is disturbed: " + ViolationText.of(violations));
  }

  @Override
  public void calibrated(Calibrated calibration) {
    time.calibrated();
    lines.accept("  chosen: " + CalibrationText.chosen(calibration));
    CalibrationText.outcome(calibration).forEach(text -> lines.accept("  " + text));
  }

  @Override
  public void cellStarted(Cell cell, int repetition, int number, int of) {
    time.started(cell);
    if (study.paired() != null) {
      time.block(cell, 0);
      roundFinished();
    } else {
      lines.accept("");
      lines.accept(ProgressText.cell(cell, repetition, repetitions, number, of));
      run = "[" + number + "/" + of + "] ";
      activity = run + "starting the provider";
    }
  }

  @Override
  public void pairedStarted(List<Cell> cells, int repetition, int of) {
    compiling = false;
    time.pairedStarted();
    lines.accept("");
    lines.accept(ProgressText.paired(cells, repetition, of));
    activity = "starting the provider";
  }

  @Override
  public void roundStarted(int number, int of, int left) {
    time.block(study.cells().get(0), left);
    roundFinished();
    int all = Math.max(number, study.paired().rounds());
    round = number + " of " + all;
    activity = "round " + number + "/" + all;
  }

  @Override
  public void sliceStarted(Cell cell, int level, int left) {
    time.block(cell, left);
  }

  @Override
  public void blockFinished(List<Cell> cells, List<BlockSample> samples) {
    blocks.add(samples);
  }

  private void roundFinished() {
    if (!blocks.isEmpty()) {
      lines.accept("  round " + round + ": " + new RoundBlocks(round, blocks).text() + left());
      blocks.clear();
    }
  }

  @Override
  public void warming(Cell cell, CellEnvironment environment) {
    time.warming(cell);
    activity = run + "warming up";
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
  public void warmed(Cell cell, WarmUp warmUp) {
    String seconds = FigureText.measure(warmUp.seconds()) + " s of warm-up";
    if (warmUp.steady()) {
      return;
    }
    if (study.paired() == null) {
      lines.accept("  NOT steady after " + seconds + ": steps may drift");
    } else if (!compiling) {
      // The cells of a paired study share JVMs and their compilers: one warning is enough.
      lines.accept("  compiler still busy after " + seconds);
      compiling = true;
    }
  }

  @Override
  public void stepStarted(Cell cell, int step, int level) {
    time.measuring(cell);
    activity = run + "step " + step + "/" + time.maxSteps(cell);
  }

  @Override
  public void stepDisturbed(Cell cell, StepResult step, Duration left) {
    print(ProgressText.step(cell, time.step(), time.maxSteps(cell), step.level()), step);
    lines.accept("    measured again (retry budget left: " + clock(left) + ")");
  }

  @Override
  public void stepProlonged(Cell cell, StepResult soFar) {
    time.prolonged(cell);
    note(
        String.format(
            Locale.ROOT,
            "%s: UNDECIDED after %.1f s, measured up to %.1f s",
            FigureText.load(cell.load().workload(), soFar.level()),
            soFar.seconds(),
            cell.load().measureUpTo().toMillis() / 1e3));
  }

  @Override
  public void stepFinished(Cell cell, StepResult step) {
    String number = ProgressText.step(cell, time.step(), time.maxSteps(cell), step.level());
    time.measured(cell, step);
    if (study.paired() == null) {
      print(number, step);
    }
  }

  private void print(String number, StepResult step) {
    lines.accept(("  " + number + " " + ProgressText.result(step) + left()).stripTrailing());
    Verdict verdict = step.verdict();
    if (needsReason(verdict)) {
      lines.accept("    " + verdict.kind() + ": " + ViolationText.of(verdict));
    }
  }

  private String left() {
    return timed ? "  " + clock(time.left()) + " left" : "";
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
  public void cellFinished(CellResult cell) {
    time.finished();
    String detail = cell.failed() ? cell.failure().detail() : "";
    // A failure of one cell of a paired study fails all cells: it is printed once.
    if (!detail.isEmpty() && (study.paired() == null || !detail.equals(failure))) {
      lines.accept(study.paired() == null ? "  cell failed:" : "  failed:");
      PlainText.lines(detail).forEach(text -> lines.accept("    " + text));
    }
    failure = detail;
  }

  /** Formats progress as text; independent of the locale. */
  static final class ProgressText {
    private ProgressText() {}

    /** A cell with the number of its run among all runs of the study. */
    static String cell(Cell cell, int repetition, int repetitions, int number, int of) {
      return "[" + number + "/" + of + "] " + cell(cell, repetition, repetitions);
    }

    static String cell(Cell cell, int repetition, int repetitions) {
      return PlainText.line(cell.name()) + repetition(repetition, repetitions);
    }

    private static String repetition(int repetition, int repetitions) {
      return repetitions == 1 ? "" : ", repetition " + repetition + " of " + repetitions;
    }

    static String paired(List<Cell> cells, int repetition, int repetitions) {
      String names =
          cells.stream().map(cell -> PlainText.line(cell.name())).collect(Collectors.joining(", "));
      return "in turns: " + names + repetition(repetition, repetitions);
    }

    static String step(Cell cell, int step, int maxSteps, int level) {
      String number = cell.load().search() == null ? "step %2d/%d" : "step %2d of at most %2d";
      int digits = FigureText.count(cell.load().maxLevel()).length();
      return String.format(
          Locale.ROOT,
          number + "  %" + digits + "s %s",
          step,
          maxSteps,
          FigureText.count(level),
          FigureText.unit(cell.load().workload()));
    }

    static String result(StepResult step) {
      return String.format(
          Locale.ROOT,
          "%9s TPS  TP99 %8s ms  CPU %5s %%  %-7s",
          FigureText.measure(step.tps()),
          FigureText.measure(step.latency().tp99Millis()),
          Metric.PROVIDER_CPU.text(step),
          step.verdict().kind());
    }

    static String clock(Duration time) {
      long seconds = Math.max(0, time.toSeconds());
      return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
    }
  }
}
