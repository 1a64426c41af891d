package io.poolbench.cli;

import io.poolbench.judge.StepSequence;
import io.poolbench.result.StepResult;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule.CapacityLoad;
import io.poolbench.spec.Paired;
import io.poolbench.spec.Study;
import io.poolbench.spec.TargetSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Estimates a study's remaining time and the number of steps of the running cell. For load searches
 * both are upper limits. Prolonged UNDECIDED steps are added when they occur. For one thread, but
 * any may call {@link #now}.
 */
final class TimeLeft {
  private static final Duration CELL_OVERHEAD = Duration.ofSeconds(4);

  private static final Duration REHEARSAL = Duration.ofSeconds(10);

  /** Two provider starts with their warm-ups and some ten measurements. */
  private static final Duration CALIBRATION = Duration.ofSeconds(80);

  /** Time to renew the pool, to wait until it is idle, and to read counters. */
  private static final Duration SLICE_OVERHEAD = Duration.ofMillis(60);

  private final Study study;
  private final LongSupplier nanoTime;
  private final List<StepResult> measured = new ArrayList<>();
  private volatile Estimate estimate;
  private Duration afterCell = Duration.ZERO;

  /** An estimate made at an event: the remaining time then, and at the end of the phase. */
  private record Estimate(long atNanos, Duration left, Duration afterPhase) {}

  TimeLeft(Study study) {
    this(study, System::nanoTime);
  }

  TimeLeft(Study study, LongSupplier nanoTime) {
    this.study = study;
    this.nanoTime = nanoTime;
    between(
        study.cells().stream()
            .map(this::whole)
            .reduce(Duration.ZERO, Duration::plus)
            .multipliedBy(study.repetitions().count())
            .plus(study.calibration() == null ? Duration.ZERO : CALIBRATION));
  }

  /** The remaining time at the last event. */
  Duration left() {
    return estimate.left();
  }

  /** The remaining time at present, at least that after the present phase. */
  Duration now() {
    Estimate latest = estimate;
    Duration now = latest.left().minusNanos(nanoTime.getAsLong() - latest.atNanos());
    return now.compareTo(latest.afterPhase()) < 0 ? latest.afterPhase() : now;
  }

  private void estimate(Duration left, Duration afterPhase) {
    estimate = new Estimate(nanoTime.getAsLong(), left, afterPhase);
  }

  /** Number of the running or next step of the cell, from 1. */
  int step() {
    return measured.size() + 1;
  }

  /** Maximum number of steps of a cell, measured ones included. */
  int maxSteps(Cell cell) {
    return measured.size() + new StepSequence(cell).maxRemaining(measured).size();
  }

  /** A resumed study keeps an earlier measurement of this cell. */
  void kept(Cell cell) {
    between(left().minus(whole(cell)));
  }

  void calibrating() {
    estimate(left(), left().minus(CALIBRATION));
  }

  void calibrated() {
    between(estimate.afterPhase());
  }

  void started(Cell cell) {
    measured.clear();
    if (study.paired() != null) {
      return; // measured already, together with the others
    }
    estimate(left(), left().minus(CELL_OVERHEAD));
    afterCell = estimate.afterPhase().minus(warmUp(cell)).minus(steps(cell));
  }

  void warming(Cell cell) {
    Duration measuring = study.paired() == null ? steps(cell) : blocks(cell, study.blocks());
    estimate(estimate.afterPhase(), afterCell.plus(measuring));
  }

  /** All cells of a paired study start. */
  void pairedStarted() {
    Cell first = study.cells().get(0);
    estimate(left(), left().minus(CELL_OVERHEAD));
    Duration measuring = blocks(first, study.blocks());
    afterCell = estimate.afterPhase().minus(first.load().warmup()).minus(measuring);
  }

  /** A block starts; {@code blocks} counts it and those after it. */
  void block(Cell cell, int blocks) {
    estimate(afterCell.plus(blocks(cell, blocks)), afterCell.plus(blocks(cell, blocks - 1)));
  }

  /** The time of blocks, and of the samples of a target after the last. */
  private Duration blocks(Cell cell, int count) {
    return cell.load()
        .settle()
        .plus(cell.load().measure())
        .plus(SLICE_OVERHEAD)
        .multipliedBy((long) Paired.SLICES * study.cells().size() * count)
        .plus(sampling(cell));
  }

  private Duration sampling(Cell cell) {
    return cell.provider() instanceof TargetSettings
        ? cell.load()
            .settle()
            .plus(Paired.SAMPLED)
            .plus(SLICE_OVERHEAD)
            .multipliedBy((long) study.cells().size() * cell.load().firstRound().size())
        : Duration.ZERO;
  }

  void measuring(Cell cell) {
    Duration left = afterCell.plus(steps(cell));
    Duration step =
        new StepSequence(cell)
            .maxRemaining(measured).stream()
                .findFirst()
                .map(measure -> step(cell, measure))
                .orElse(Duration.ZERO);
    estimate(left, left.minus(step));
  }

  /** The running step is prolonged by one window; later extensions are not known yet. */
  void prolonged(Cell cell) {
    Duration next = estimate.afterPhase();
    estimate(next.plus(cell.load().measure()), next);
  }

  void measured(Cell cell, StepResult step) {
    measured.add(step);
    if (study.paired() != null) {
      return;
    }
    between(afterCell.plus(steps(cell)));
  }

  void finished() {
    between(afterCell);
  }

  private void between(Duration left) {
    estimate(left, left);
  }

  private Duration whole(Cell cell) {
    Duration overhead = CELL_OVERHEAD.plus(warmUp(cell));
    if (study.paired() == null) {
      return overhead.plus(steps(cell));
    }
    return overhead.plus(blocks(cell, study.blocks())).dividedBy(study.cells().size());
  }

  /** The warm-up, with the measurement of the capacity and a short overload if it has one. */
  private static Duration warmUp(Cell cell) {
    CapacityLoad capacity = cell.load().capacity();
    return cell.load()
        .warmup()
        .plus(
            capacity == null
                ? Duration.ZERO
                : cell.load().settle().plus(CapacityLoad.MEASURE).plus(REHEARSAL));
  }

  private Duration steps(Cell cell) {
    return new StepSequence(cell)
        .maxRemaining(measured).stream()
            .map(measure -> step(cell, measure))
            .reduce(Duration.ZERO, Duration::plus);
  }

  /** A drained step ends with its last call, at the latest after the call timeout. */
  private static Duration step(Cell cell, Duration measure) {
    Duration drain =
        cell.load().drain() ? Duration.ofMillis(cell.driver().timeoutMillis()) : Duration.ZERO;
    return cell.load().settle().plus(measure).plus(drain);
  }
}
