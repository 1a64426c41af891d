package io.poolbench.cli;

import io.poolbench.report.Colours;
import io.poolbench.report.PlainText;
import io.poolbench.result.Calibrated;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.WarmUp;
import io.poolbench.spec.Calibration;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Study;
import io.poolbench.study.LiveSnapshot;
import io.poolbench.study.StudyListener;
import io.poolbench.study.StudyPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Shows how a study gets on on a terminal: the lines of {@link Progress} scroll away above what
 * runs now. Thread-safe: the study's thread tells, another one lets the time pass.
 */
final class LiveProgress implements StudyListener, AutoCloseable {
  private final LiveRegion region;
  private final LongSupplier nanoTime;
  private final long began;
  private final int repetitions;
  private final Progress lines;
  private final List<Double> tps = new ArrayList<>();
  private final List<Double> tp99Millis = new ArrayList<>();
  private String cell = "";
  private String doing = "";
  private long since;
  private LiveSnapshot seen;
  private boolean closed;

  LiveProgress(Study study, LiveRegion region, LongSupplier nanoTime) {
    this.region = region;
    this.nanoTime = nanoTime;
    this.began = nanoTime.getAsLong();
    this.since = began;
    this.repetitions = study.repetitions().count();
    this.lines = new Progress(study, line -> region.print(Colours.ANSI.paint(line)), false);
  }

  /** Lets what is shown say how much time has passed. */
  synchronized void tick() {
    if (!closed && !doing.isEmpty()) {
      region.show(view().lines(region.width()));
    }
  }

  /** Takes the view away; from now on nothing is shown any more. */
  @Override
  public synchronized void close() {
    closed = true;
    region.clear();
  }

  @Override
  public synchronized void resumed(StudyPlan plan) {
    lines.resumed(plan);
  }

  @Override
  public synchronized void note(String text) {
    lines.note(text);
  }

  @Override
  public synchronized void calibrationStarted(Calibration target) {
    lines.calibrationStarted(target);
    now("calibrating", "starting a provider");
  }

  @Override
  public synchronized void calibrationStep(String text) {
    doing = PlainText.line(text);
    tick();
  }

  @Override
  public synchronized void calibrated(Calibrated calibration) {
    lines.calibrated(calibration);
  }

  @Override
  public synchronized void cellStarted(Cell started, int repetition, int number, int of) {
    tps.clear();
    tp99Millis.clear();
    lines.cellStarted(started, repetition, number, of);
    now(ProgressText.cell(started, repetition, repetitions, number, of), "starting the provider");
  }

  @Override
  public synchronized void warming(Cell warming, CellEnvironment environment) {
    lines.warming(warming, environment);
    now(cell, "warming up, for " + warming.load().warmup().toSeconds() + " s at most");
  }

  @Override
  public synchronized void warmed(Cell warmed, WarmUp warmUp) {
    lines.warmed(warmed, warmUp);
  }

  @Override
  public synchronized void stepStarted(Cell measuring, int step, int level) {
    lines.stepStarted(measuring, step, level);
    now(cell, ProgressText.step(measuring, step, lines.time().mostSteps(measuring), level).strip());
  }

  @Override
  public synchronized void sampled(Cell loaded, LiveSnapshot snapshot) {
    seen = snapshot;
    tick();
  }

  @Override
  public synchronized void stepDisturbed(Cell measured, StepResult step, Duration left) {
    lines.stepDisturbed(measured, step, left);
  }

  @Override
  public synchronized void stepFinished(Cell measured, StepResult step) {
    tps.add(step.tps());
    tp99Millis.add(step.latency().tp99Millis());
    lines.stepFinished(measured, step);
    now(cell, doing);
  }

  @Override
  public synchronized void cellFinished(CellResult finished) {
    lines.cellFinished(finished);
    now(cell, "stopping the provider");
  }

  private void now(String which, String what) {
    cell = which;
    doing = what;
    since = nanoTime.getAsLong();
    seen = null;
    tick();
  }

  private LiveView view() {
    long now = nanoTime.getAsLong();
    List<Double> allTps = new ArrayList<>(tps);
    List<Double> allTp99 = new ArrayList<>(tp99Millis);
    if (seen != null) {
      allTps.add(seen.tps());
      allTp99.add(seen.tp99Millis());
    }
    return new LiveView(
        cell,
        doing,
        Duration.ofNanos(now - began),
        lines.time().left(Duration.ofNanos(now - since)),
        allTps,
        allTp99,
        seen != null);
  }
}
