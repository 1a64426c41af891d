package io.poolbench.cli;

import io.poolbench.result.StepResult;
import io.poolbench.sla.LoadSearch;
import io.poolbench.spec.CapacityLoad;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Study;
import io.poolbench.study.VerificationPlan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Estimate of a study's remaining time and of the running cell's number of steps; an upper limit
 * where it searches. What UNDECIDED steps are measured longer is added when it comes. For one
 * thread.
 */
final class TimeLeft {
  /** Starting and stopping a provider. */
  private static final Duration CELL_OVERHEAD = Duration.ofSeconds(4);

  /** With what the provider has left to do then. */
  private static final Duration REHEARSAL = Duration.ofSeconds(10);

  /** Two providers, their warm-ups and some ten measurements. */
  private static final Duration CALIBRATION = Duration.ofSeconds(80);

  /** Renewing the pool, waiting until it is idle, and reading counters. */
  private static final Duration WINDOW_OVERHEAD = Duration.ofMillis(120);

  private final Study study;
  private final List<StepResult> measured = new ArrayList<>();
  private Estimate estimate;
  private Duration afterCell = Duration.ZERO;
  private boolean verifying;

  /** Steps of a cell that has been measured; 0 = not known. */
  private int knownSteps;

  /**
   * An estimate as of the last event.
   *
   * @param left remaining time then
   * @param afterPhase remaining time when the running phase (start, warm-up, step) is over
   */
  record Estimate(Duration left, Duration afterPhase) {
    /** The remaining time, a while after the event. */
    Duration after(Duration since) {
      Duration now = left.minus(since);
      return now.compareTo(afterPhase) < 0 ? afterPhase : now;
    }
  }

  TimeLeft(Study study) {
    this.study = study;
    between(
        study.cells().stream()
            .map(this::whole)
            .reduce(Duration.ZERO, Duration::plus)
            .multipliedBy(study.repetitions().count())
            .plus(study.calibration() == null ? Duration.ZERO : CALIBRATION));
  }

  Estimate estimate() {
    return estimate;
  }

  /** As of the last event. */
  Duration left() {
    return estimate.left();
  }

  /** Number of the running cell's step that is next, or runs, from 1. */
  int step() {
    return measured.size() + 1;
  }

  /** How many steps a cell has, including those measured. */
  int maxSteps(Cell cell) {
    return knownSteps > 0
        ? knownSteps
        : measured.size() + LoadSearch.of(cell).maxRemaining(measured).size();
  }

  /** A cell of a paired study has so many steps. */
  void stepsMeasured(int steps) {
    knownSteps = steps;
  }

  /** A resumed study keeps a run of this cell. */
  void kept(Cell cell) {
    between(left().minus(whole(cell)));
  }

  void calibrating() {
    estimate = new Estimate(left(), left().minus(CALIBRATION));
  }

  void calibrated() {
    between(estimate.afterPhase());
  }

  void started(Cell cell) {
    measured.clear();
    knownSteps = 0;
    if (study.paired() != null) {
      return; // measured already, in turns with the others
    }
    estimate = new Estimate(left(), left().minus(CELL_OVERHEAD));
    afterCell = estimate.afterPhase().minus(warmUp(cell)).minus(steps(cell));
  }

  void warming(Cell cell) {
    Duration measuring =
        study.paired() == null ? steps(cell) : windows(cell, maxWindows(verifying));
    estimate = new Estimate(estimate.afterPhase(), afterCell.plus(measuring));
  }

  /**
   * All cells of a paired study start.
   *
   * @param verification whether they verify what the study predicted
   */
  void pairedStarted(boolean verification) {
    verifying = verification;
    Cell first = study.cells().get(0);
    estimate = new Estimate(left(), left().minus(CELL_OVERHEAD));
    Duration measuring = windows(first, maxWindows(verification));
    afterCell = estimate.afterPhase().minus(first.load().warmup()).minus(measuring);
  }

  /** A window starts, with which so many are left. */
  void window(Cell cell, int windows) {
    Duration left = afterCell.plus(windows(cell, windows));
    estimate = new Estimate(left, left.minus(windows(cell, 1)));
  }

  private int maxWindows(boolean verification) {
    int levels = study.cells().get(0).load().levels().size();
    if (verification) {
      return VerificationPlan.maxWindows(study.paired());
    }
    return study.sizing() == null
        ? study.paired().rounds() * study.cells().size() * levels
        : study.sizing().windows(study.cells().size(), levels);
  }

  private static Duration windows(Cell cell, int count) {
    return cell.load()
        .settle()
        .plus(cell.load().measure())
        .plus(WINDOW_OVERHEAD)
        .multipliedBy(count);
  }

  void measuring(Cell cell) {
    Duration left = afterCell.plus(steps(cell));
    Duration step =
        LoadSearch.of(cell).maxRemaining(measured).stream()
            .findFirst()
            .map(measure -> step(cell, measure))
            .orElse(Duration.ZERO);
    estimate = new Estimate(left, left.minus(step));
  }

  /** The running step takes another window; those after it are not known yet. */
  void prolonged(Cell cell) {
    Duration next = estimate.afterPhase();
    estimate = new Estimate(next.plus(cell.load().measure()), next);
  }

  void measured(Cell cell, StepResult step) {
    measured.add(step);
    if (study.paired() != null) {
      return;
    }
    between(afterCell.plus(steps(cell)));
  }

  /** The running cell ended, whether or not it measured all of its steps. */
  void finished() {
    between(afterCell);
  }

  /** No phase runs. */
  private void between(Duration left) {
    estimate = new Estimate(left, left);
  }

  /** A cell before any of it has run. */
  private Duration whole(Cell cell) {
    Duration overhead = CELL_OVERHEAD.plus(warmUp(cell));
    if (study.paired() == null) {
      return overhead.plus(steps(cell));
    }
    Duration all = overhead.plus(windows(cell, maxWindows(false)));
    if (study.sizing() != null) {
      all = all.plus(overhead).plus(windows(cell, maxWindows(true)));
    }
    return all.dividedBy(study.cells().size());
  }

  /** With the measurement of its own capacity, and a short overload before the measured one. */
  private static Duration warmUp(Cell cell) {
    CapacityLoad capacity = cell.load().capacity();
    return cell.load()
        .warmup()
        .plus(
            capacity == null
                ? Duration.ZERO
                : cell.load().settle().plus(capacity.measure()).plus(REHEARSAL));
  }

  /** The steps that the running cell has yet to measure. */
  private Duration steps(Cell cell) {
    return LoadSearch.of(cell).maxRemaining(measured).stream()
        .map(measure -> step(cell, measure))
        .reduce(Duration.ZERO, Duration::plus);
  }

  /** A drained step ends with its last call, at the latest by its timeout. */
  private static Duration step(Cell cell, Duration measure) {
    Duration drain =
        cell.load().drain() ? Duration.ofMillis(cell.driver().timeoutMillis()) : Duration.ZERO;
    return cell.load().settle().plus(measure).plus(drain);
  }
}
