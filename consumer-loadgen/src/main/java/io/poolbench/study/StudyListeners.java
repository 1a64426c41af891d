package io.poolbench.study;

import io.poolbench.result.Calibrated;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.Violation;
import io.poolbench.result.WarmUp;
import io.poolbench.spec.Calibration;
import io.poolbench.spec.Cell;
import java.time.Duration;
import java.util.List;

/**
 * Forwards each event to several listeners in order. If one throws, the listeners after it do not
 * receive the event.
 */
public record StudyListeners(List<StudyListener> all) implements StudyListener {
  public StudyListeners {
    all = List.copyOf(all);
  }

  @Override
  public void resumed(StudyPlan plan) {
    all.forEach(listener -> listener.resumed(plan));
  }

  @Override
  public void note(String text) {
    all.forEach(listener -> listener.note(text));
  }

  @Override
  public void calibrationStarted(Calibration target) {
    all.forEach(listener -> listener.calibrationStarted(target));
  }

  @Override
  public void calibrationStep(String text) {
    all.forEach(listener -> listener.calibrationStep(text));
  }

  @Override
  public void calibrationDisturbed(List<Violation> violations) {
    all.forEach(listener -> listener.calibrationDisturbed(violations));
  }

  @Override
  public void calibrated(Calibrated calibration) {
    all.forEach(listener -> listener.calibrated(calibration));
  }

  @Override
  public void cellStarted(Cell cell, int repetition, int number, int of) {
    all.forEach(listener -> listener.cellStarted(cell, repetition, number, of));
  }

  @Override
  public void providerReady(Cell cell, int metricsPort) {
    all.forEach(listener -> listener.providerReady(cell, metricsPort));
  }

  @Override
  public void warming(Cell cell, CellEnvironment environment) {
    all.forEach(listener -> listener.warming(cell, environment));
  }

  @Override
  public void warmed(Cell cell, WarmUp warmUp) {
    all.forEach(listener -> listener.warmed(cell, warmUp));
  }

  @Override
  public void stepStarted(Cell cell, int step, int level) {
    all.forEach(listener -> listener.stepStarted(cell, step, level));
  }

  @Override
  public void pairedStarted(List<Cell> cells, int repetition, int of) {
    all.forEach(listener -> listener.pairedStarted(cells, repetition, of));
  }

  @Override
  public void stepsMeasured(Cell cell, int steps) {
    all.forEach(listener -> listener.stepsMeasured(cell, steps));
  }

  @Override
  public void roundStarted(int round, int windows, int left) {
    all.forEach(listener -> listener.roundStarted(round, windows, left));
  }

  @Override
  public void windowStarted(Cell cell, int level, int left) {
    all.forEach(listener -> listener.windowStarted(cell, level, left));
  }

  @Override
  public void windowDisturbed(Cell cell, StepResult window) {
    all.forEach(listener -> listener.windowDisturbed(cell, window));
  }

  @Override
  public void sampled(Cell cell, LiveSnapshot snapshot) {
    all.forEach(listener -> listener.sampled(cell, snapshot));
  }

  @Override
  public void stepDisturbed(Cell cell, StepResult step, Duration left) {
    all.forEach(listener -> listener.stepDisturbed(cell, step, left));
  }

  @Override
  public void stepProlonged(Cell cell, StepResult soFar) {
    all.forEach(listener -> listener.stepProlonged(cell, soFar));
  }

  @Override
  public void stepFinished(Cell cell, StepResult step) {
    all.forEach(listener -> listener.stepFinished(cell, step));
  }

  @Override
  public void cellFinished(CellResult cell) {
    all.forEach(listener -> listener.cellFinished(cell));
  }
}
