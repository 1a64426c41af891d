package io.poolbench.cli;

import io.poolbench.result.StepResult;
import io.poolbench.sla.LoadSearch;
import io.poolbench.spec.CapacityLoad;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Paired;
import io.poolbench.spec.Sizing;
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
  private static final Duration CELL_OVERHEAD = Duration.ofSeconds(4);

  private static final Duration REHEARSAL = Duration.ofSeconds(10);

  /** Two providers, their warm-ups and some ten measurements. */
  private static final Duration CALIBRATION = Duration.ofSeconds(80);

  /** Renewing the pool, waiting until it is idle, and reading counters. */
  private static final Duration SLICE_OVERHEAD = Duration.ofMillis(60);

  private final Study study;
  private final List<StepResult> measured = new ArrayList<>();
  private Estimate estimate;
  private Duration afterCell = Duration.ZERO;
  private boolean verifying;

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
    return measured.size() + LoadSearch.of(cell).maxRemaining(measured).size();
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
    if (study.paired() != null) {
      return; // measured already, together with the others
    }
    estimate = new Estimate(left(), left().minus(CELL_OVERHEAD));
    afterCell = estimate.afterPhase().minus(warmUp(cell)).minus(steps(cell));
  }

  void warming(Cell cell) {
    Duration measuring = study.paired() == null ? steps(cell) : blocks(cell, maxBlocks(verifying));
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
    Duration measuring = blocks(first, maxBlocks(verification));
    afterCell = estimate.afterPhase().minus(first.load().warmup()).minus(measuring);
  }

  /** A block starts, with which so many are left. */
  void block(Cell cell, int blocks) {
    Duration left = afterCell.plus(blocks(cell, blocks));
    estimate = new Estimate(left, left.minus(blocks(cell, 1)));
  }

  private int maxBlocks(boolean verification) {
    int levels = study.cells().get(0).load().levels().size();
    if (verification) {
      return VerificationPlan.maxBlocks(study.paired());
    }
    return study.sizing() == null
        ? study.paired().blocks(levels)
        : study.sizing().blocks(study.cells().size(), levels);
  }

  /** A study that sizes a pool has as many loads in a block, and verifies as many pools. */
  private Duration blocks(Cell cell, int count) {
    int visits = study.sizing() == null ? study.cells().size() : Sizing.LOADS_A_BLOCK;
    return cell.load()
        .settle()
        .plus(cell.load().measure())
        .plus(SLICE_OVERHEAD)
        .multipliedBy((long) Paired.SLICES * visits * count);
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

  private void between(Duration left) {
    estimate = new Estimate(left, left);
  }

  /** A cell before any of it has run. */
  private Duration whole(Cell cell) {
    Duration overhead = CELL_OVERHEAD.plus(warmUp(cell));
    if (study.paired() == null) {
      return overhead.plus(steps(cell));
    }
    Duration all = overhead.plus(blocks(cell, maxBlocks(false)));
    if (study.sizing() != null) {
      all = all.plus(overhead).plus(blocks(cell, maxBlocks(true)));
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
