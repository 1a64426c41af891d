package io.poolbench.cli;

import io.poolbench.report.PlainText;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.run.StudyListener;
import io.poolbench.run.StudyListener.LiveSnapshot;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Study.Calibration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The live view of a running study. It receives events after {@link Progress}, whose lines scroll
 * above the view. Thread-safe: one thread reports events, another one calls {@link #tick}.
 */
final class LiveProgress implements StudyListener {
  private final Consumer<LiveView> screen;
  private final LongSupplier nanoTime;
  private final TimeLeft time;
  private final int repetitions;
  private final long started;
  private final List<Double> tps = new ArrayList<>();
  private final List<Double> tp99Millis = new ArrayList<>();
  private String cell;
  private String activity = "starting";
  private long active;
  private long since;
  private TimeLeft.Estimate estimate;
  private LiveSnapshot snapshot;
  private boolean closed;

  /** Creates a view; {@link Progress} updates {@code time}. */
  LiveProgress(
      String study,
      Consumer<LiveView> screen,
      LongSupplier nanoTime,
      TimeLeft time,
      int repetitions) {
    this.cell = study;
    this.screen = screen;
    this.nanoTime = nanoTime;
    this.time = time;
    this.repetitions = repetitions;
    this.started = nanoTime.getAsLong();
    this.active = started;
    this.since = started;
    this.estimate = time.estimate();
  }

  synchronized void tick() {
    if (!closed) {
      screen.accept(view());
    }
  }

  synchronized void close() {
    closed = true;
  }

  @Override
  public synchronized void calibrationStarted(Calibration target) {
    update("calibrating", "starting a provider");
  }

  @Override
  public synchronized void calibrationStep(String text) {
    active(PlainText.line(text));
    tick();
  }

  @Override
  public synchronized void cellStarted(Cell started, int repetition, int number, int of) {
    tps.clear();
    tp99Millis.clear();
    update(
        ProgressText.cell(started, repetition, repetitions, number, of), "starting the provider");
  }

  @Override
  public synchronized void pairedStarted(List<Cell> cells, int repetition, int of) {
    update(ProgressText.paired(cells, repetition, of), "starting the provider");
  }

  @Override
  public synchronized void roundStarted(int round, int blocks, int left) {
    cell = "round " + round;
  }

  @Override
  public synchronized void sliceStarted(Cell running, int level, int left) {
    update(cell, ProgressText.window(running, level));
  }

  @Override
  public synchronized void warming(Cell warming, CellEnvironment environment) {
    update(cell, "warming up, for " + warming.load().warmup().toSeconds() + " s at most");
  }

  @Override
  public synchronized void stepStarted(Cell running, int step, int level) {
    update(cell, ProgressText.step(running, step, time.maxSteps(running), level).strip());
  }

  @Override
  public synchronized void stepProlonged(Cell running, StepResult soFar) {
    update(cell, activity);
  }

  @Override
  public synchronized void sampled(Cell loaded, LiveSnapshot latest) {
    snapshot = latest;
    tick();
  }

  @Override
  public synchronized void stepFinished(Cell finished, StepResult step) {
    tps.add(step.tps());
    tp99Millis.add(step.latency().tp99Millis());
    update(cell, activity);
  }

  @Override
  public synchronized void cellFinished(CellResult finished) {
    update(cell, "stopping the provider");
  }

  private void update(String newCell, String newActivity) {
    cell = newCell;
    active(newActivity);
    since = nanoTime.getAsLong();
    estimate = time.estimate();
    snapshot = null;
    tick();
  }

  private void active(String newActivity) {
    if (!newActivity.equals(activity)) {
      activity = newActivity;
      active = nanoTime.getAsLong();
    }
  }

  private LiveView view() {
    long now = nanoTime.getAsLong();
    List<Double> allTps = new ArrayList<>(tps);
    List<Double> allTp99 = new ArrayList<>(tp99Millis);
    if (snapshot != null) {
      allTps.add(snapshot.tps());
      allTp99.add(snapshot.tp99Millis());
    }
    return new LiveView(
        cell,
        activity,
        Duration.ofNanos(now - active),
        Duration.ofNanos(now - started),
        estimate.after(Duration.ofNanos(now - since)),
        allTps,
        allTp99,
        snapshot != null);
  }
}
