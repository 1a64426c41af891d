package io.poolbench.cli;

import io.poolbench.report.CalibrationText;
import io.poolbench.report.PlainText;
import io.poolbench.result.Calibrated;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.StepResult;
import io.poolbench.sla.LoadSearch;
import io.poolbench.spec.Calibration;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Study;
import io.poolbench.study.CellRun;
import io.poolbench.study.Glimpse;
import io.poolbench.study.StudyListener;
import io.poolbench.study.StudyPlan;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Tells how a study gets on: a line for each step, and on a terminal a last line that says what is
 * being measured right now.
 */
final class Progress implements StudyListener {
  /**
   * What starting and stopping a provider takes, for the time left: an estimate, never a result.
   */
  private static final Duration CELL_OVERHEAD = Duration.ofSeconds(4);

  /** Two providers, their warm-ups and some ten measurements: an estimate likewise. */
  private static final Duration CALIBRATION = Duration.ofSeconds(80);

  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintWriter out;
  private final boolean terminal;
  private final int repetitions;
  private final List<StepResult> measured = new ArrayList<>();
  private Duration left;
  private Duration leftAfterCell;

  /**
   * @param terminal whether {@code out} is one, so that its last line can be overwritten
   */
  Progress(Study study, PrintWriter out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
    this.leftAfterCell = Duration.ZERO;
    this.repetitions = study.repetitions().count();
    this.left =
        study.cells().stream()
            .map(this::time)
            .reduce(Duration.ZERO, Duration::plus)
            .multipliedBy(repetitions)
            .plus(study.calibration() == null ? Duration.ZERO : CALIBRATION);
    int steps = study.cells().stream().mapToInt(this::mostSteps).sum();
    boolean searching = study.cells().stream().anyMatch(cell -> cell.load().search() != null);
    line(
        study.name()
            + ": "
            + counted(study.cells().size(), "cell")
            + ", "
            + (searching ? "at most " : "")
            + counted(steps, "step")
            + ", "
            + (repetitions == 1 ? "" : repetitions + " times, ")
            + "about "
            + clock(left));
  }

  @Override
  public void resumed(StudyPlan plan) {
    List<CellRun> kept = plan.measured();
    kept.forEach(run -> spend(time(run.cell())));
    if (plan.calibration() != null) {
      spend(CALIBRATION);
      line("kept: calibration; chosen: " + CalibrationText.chosen(plan.calibration()));
    }
    kept.forEach(run -> line("kept: " + named(run.cell(), run.repetition())));
    line("to be run: " + (plan.runs().size() - kept.size()) + ", about " + clock(left));
  }

  @Override
  public void note(String text) {
    line("  note: " + PlainText.line(text));
  }

  @Override
  public void calibrationStarted(Calibration target) {
    line("");
    line("calibrating calls to this host: " + CalibrationText.wanted(target));
    spend(CALIBRATION);
  }

  @Override
  public void calibrationStep(String text) {
    status("  " + PlainText.line(text));
  }

  @Override
  public void calibrated(Calibrated calibration) {
    line("  chosen: " + CalibrationText.chosen(calibration));
    CalibrationText.outcome(calibration).forEach(text -> line("  " + text));
  }

  @Override
  public void cellStarted(Cell cell, int repetition, int number, int of) {
    measured.clear();
    leftAfterCell = left.minus(CELL_OVERHEAD).minus(cell.load().warmup()).minus(stepsLeft(cell));
    line("");
    line("[" + number + "/" + of + "] " + named(cell, repetition));
    status("  starting the provider");
  }

  @Override
  public void warming(Cell cell, CellEnvironment environment) {
    spend(CELL_OVERHEAD);
    line(
        "  provider on CPU "
            + environment.providerCpus()
            + ", driver on CPU "
            + environment.driverCpus()
            + (environment.pinned() ? "" : " (not held to them)")
            + "; redis: "
            + environment.redis());
    status("  warming up, for " + cell.load().warmup().toSeconds() + " s at most");
  }

  @Override
  public void stepStarted(Cell cell, int step, int level) {
    left = leftAfterCell.plus(stepsLeft(cell));
    status(
        String.format(
            Locale.ROOT,
            "  step %s  %s: measuring, %s left",
            number(cell, step),
            load(cell, level),
            clock(left)));
  }

  @Override
  public void glimpsed(Cell cell, Glimpse glimpse) {}

  @Override
  public void stepFinished(Cell cell, StepResult step) {
    String number = number(cell, step.step());
    measured.add(step);
    left = leftAfterCell.plus(stepsLeft(cell));
    Double tp99 = step.latency().tp99Millis();
    Double cpu = step.provider().cpuPct();
    line(
        String.format(
            Locale.ROOT,
            "  step %s  %s %9s TPS  TP99 %8s ms  CPU %5s %%  %-7s  %s left",
            number,
            load(cell, step.level()),
            FigureText.measure(step.tps()),
            FigureText.measure(tp99),
            FigureText.pct(cpu),
            step.verdict().kind(),
            clock(left)));
  }

  @Override
  public void cellFinished(CellResult cell) {
    // Whatever it skipped, as one that broke off, takes no time any more.
    left = leftAfterCell;
    if (cell.failed()) {
      line("  broke off:");
      PlainText.lines(cell.failure()).forEach(text -> line("    " + text));
    }
  }

  private String named(Cell cell, int repetition) {
    return PlainText.line(cell.name())
        + (repetitions == 1 ? "" : ", repetition " + repetition + " of " + repetitions);
  }

  /** How long a cell takes as a whole, before any of it has run. */
  private Duration time(Cell cell) {
    return CELL_OVERHEAD.plus(cell.load().warmup()).plus(stepsLeft(cell));
  }

  /** Which of the cell's steps one is: a search ends as soon as it can. */
  private String number(Cell cell, int step) {
    return String.format(
        Locale.ROOT,
        cell.load().search() == null ? "%2d/%d" : "%2d of at most %2d",
        step,
        mostSteps(cell));
  }

  /** How many steps the running cell has, those that it had included; at most, in a search. */
  private int mostSteps(Cell cell) {
    return measured.size() + LoadSearch.of(cell).mostLeft(measured).size();
  }

  /** How long the steps take that the running cell has yet to measure; at most, in a search. */
  private Duration stepsLeft(Cell cell) {
    return LoadSearch.of(cell).mostLeft(measured).stream()
        .map(cell.load().settle()::plus)
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** A load, as wide as the widest of its cell, so that steps stand below each other. */
  private static String load(Cell cell, int level) {
    int digits = FigureText.count(cell.load().mostLevel()).length();
    return String.format(
        Locale.ROOT,
        "%" + digits + "s %s",
        FigureText.count(level),
        FigureText.unit(cell.load().workload()));
  }

  private void spend(Duration time) {
    left = left.minus(time);
  }

  private void line(String text) {
    out.println(terminal ? CLEAR_LINE + text : text);
    out.flush();
  }

  private void status(String text) {
    if (terminal) {
      out.print(CLEAR_LINE + text);
      out.flush();
    }
  }

  private static String counted(int count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  private static String clock(Duration time) {
    long seconds = Math.max(0, time.toSeconds());
    return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
  }
}
