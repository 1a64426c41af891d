package io.poolbench.cli;

import static io.poolbench.cli.ProgressText.clock;
import static io.poolbench.cli.ProgressText.counted;

import io.poolbench.report.CalibrationText;
import io.poolbench.report.PlainText;
import io.poolbench.result.Calibrated;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.result.WarmUp;
import io.poolbench.spec.Calibration;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Study;
import io.poolbench.study.CellRun;
import io.poolbench.study.LiveSnapshot;
import io.poolbench.study.StudyListener;
import io.poolbench.study.StudyPlan;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Tells how a study gets on in lines: one for each step, and one for what is to be doubted. */
final class Progress implements StudyListener {
  private final Consumer<String> lines;
  private final boolean timed;
  private final int repetitions;
  private final TimeLeft time;

  /**
   * Says at once how much there is to be done.
   *
   * @param lines where lines go
   * @param timed whether each step says how long the study takes yet
   */
  Progress(Study study, Consumer<String> lines, boolean timed) {
    this.lines = lines;
    this.timed = timed;
    this.repetitions = study.repetitions().count();
    this.time = new TimeLeft(study);
    int steps = study.cells().stream().mapToInt(time::mostSteps).sum();
    boolean searching = study.cells().stream().anyMatch(cell -> cell.load().search() != null);
    lines.accept(
        study.name()
            + ": "
            + counted(study.cells().size(), "cell")
            + ", "
            + (searching ? "at most " : "")
            + counted(steps, "step")
            + ", "
            + (repetitions == 1 ? "" : repetitions + " times, ")
            + "about "
            + clock(time.left()));
  }

  /** How long the study takes yet. */
  TimeLeft time() {
    return time;
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
    lines.accept(
        "to be run: " + (plan.runs().size() - kept.size()) + ", about " + clock(time.left()));
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
  public void calibrationStep(String text) {}

  @Override
  public void calibrated(Calibrated calibration) {
    time.calibrated();
    lines.accept("  chosen: " + CalibrationText.chosen(calibration));
    CalibrationText.outcome(calibration).forEach(text -> lines.accept("  " + text));
  }

  @Override
  public void cellStarted(Cell cell, int repetition, int number, int of) {
    time.started(cell);
    lines.accept("");
    lines.accept(ProgressText.cell(cell, repetition, repetitions, number, of));
  }

  @Override
  public void warming(Cell cell, CellEnvironment environment) {
    time.warming(cell);
    lines.accept(
        "  provider on CPU "
            + environment.providerCpus()
            + ", driver on CPU "
            + environment.driverCpus()
            + (environment.pinned() ? "" : " (not held to them)")
            + "; redis: "
            + environment.redis());
  }

  @Override
  public void warmed(Cell cell, WarmUp warmUp) {
    if (!warmUp.steady()) {
      lines.accept(
          "  NOT steady after "
              + FigureText.measure(warmUp.seconds())
              + " s of warm-up: its steps may still drift");
    }
  }

  @Override
  public void stepStarted(Cell cell, int step, int level) {
    time.measuring(cell);
  }

  @Override
  public void sampled(Cell cell, LiveSnapshot snapshot) {}

  @Override
  public void stepDisturbed(Cell cell, StepResult step, Duration left) {
    tell(ProgressText.step(cell, time.step(), time.mostSteps(cell), step.level()), step);
    lines.accept("    measured again; patience with this host: " + clock(left));
  }

  @Override
  public void stepFinished(Cell cell, StepResult step) {
    String number = ProgressText.step(cell, time.step(), time.mostSteps(cell), step.level());
    time.measured(cell, step);
    tell(number, step);
  }

  private void tell(String number, StepResult step) {
    String left = timed ? "  " + clock(time.left()) + " left" : "";
    String line = "  " + number + " " + ProgressText.figures(step) + left;
    lines.accept(line.stripTrailing());
    if (step.verdict().kind() == Verdict.Kind.INVALID) {
      lines.accept("    INVALID: " + PlainText.line(step.verdict().reason()));
    }
  }

  @Override
  public void cellFinished(CellResult cell) {
    time.finished();
    if (cell.failed()) {
      lines.accept("  broke off:");
      PlainText.lines(cell.failure()).forEach(text -> lines.accept("    " + text));
    }
  }
}
