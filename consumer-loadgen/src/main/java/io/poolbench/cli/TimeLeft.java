package io.poolbench.cli;

import io.poolbench.result.StepResult;
import io.poolbench.sla.LoadSearch;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Study;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How long a study takes yet, and how many steps its running cell has; at most, where it searches.
 * An estimate for whoever waits, never a result. For one thread.
 */
final class TimeLeft {
  /** What starting and stopping a provider takes. */
  private static final Duration CELL_OVERHEAD = Duration.ofSeconds(4);

  /**
   * Two providers, their warm-ups and some ten measurements; more where a provider is unlike the
   * next, or a host disturbs.
   */
  private static final Duration CALIBRATION = Duration.ofSeconds(80);

  private final List<StepResult> measured = new ArrayList<>();
  private Duration left;
  private Duration afterThis;
  private Duration afterCell = Duration.ZERO;

  TimeLeft(Study study) {
    this.left =
        study.cells().stream()
            .map(this::whole)
            .reduce(Duration.ZERO, Duration::plus)
            .multipliedBy(study.repetitions().count())
            .plus(study.calibration() == null ? Duration.ZERO : CALIBRATION);
    this.afterThis = left;
  }

  /** A run that a resumed study has kept takes no time any more. */
  void kept(Cell cell) {
    left = left.minus(whole(cell));
    afterThis = left;
  }

  /** As of what was last told. */
  Duration left() {
    return left;
  }

  /**
   * The same, once so much time has passed since: what comes after this takes its time all the
   * same.
   */
  Duration left(Duration since) {
    Duration now = left.minus(since);
    return now.compareTo(afterThis) < 0 ? afterThis : now;
  }

  /** Which step of the running cell is next, or runs, from 1. */
  int step() {
    return measured.size() + 1;
  }

  /** How many steps a cell has, those of it that were measured included. */
  int mostSteps(Cell cell) {
    return measured.size() + LoadSearch.of(cell).mostLeft(measured).size();
  }

  void calibrating() {
    afterThis = left.minus(CALIBRATION);
  }

  void calibrated() {
    left = afterThis;
  }

  void started(Cell cell) {
    measured.clear();
    afterThis = left.minus(CELL_OVERHEAD);
    afterCell = afterThis.minus(cell.load().warmup()).minus(steps(cell));
  }

  void warming(Cell cell) {
    left = afterThis;
    afterThis = afterCell.plus(steps(cell));
  }

  /** Its warm-up is over, whether or not it took all of its time. */
  void measuring(Cell cell) {
    left = afterCell.plus(steps(cell));
    afterThis =
        LoadSearch.of(cell).mostLeft(measured).stream()
            .findFirst()
            .map(next -> left.minus(cell.load().settle()).minus(next))
            .orElse(left);
  }

  void measured(Cell cell, StepResult step) {
    measured.add(step);
    left = afterCell.plus(steps(cell));
    afterThis = left;
  }

  /** Whatever a cell skipped, as one that broke off, takes no time any more. */
  void finished() {
    left = afterCell;
    afterThis = left;
  }

  /** How long a cell takes, before any of it has run. */
  private Duration whole(Cell cell) {
    return CELL_OVERHEAD.plus(cell.load().warmup()).plus(steps(cell));
  }

  /** How long the steps take that the running cell has yet to measure. */
  private Duration steps(Cell cell) {
    return LoadSearch.of(cell).mostLeft(measured).stream()
        .map(cell.load().settle()::plus)
        .reduce(Duration.ZERO, Duration::plus);
  }
}
