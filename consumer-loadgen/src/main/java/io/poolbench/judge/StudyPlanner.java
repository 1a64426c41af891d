package io.poolbench.judge;

import io.poolbench.journal.Journal;
import io.poolbench.study.Cell;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.LoadSchedule.CapacityLoad;
import io.poolbench.study.Study;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Measures a study: its repetitions one after the other, and in each of them the cells in the
 * study's order, each in a provider of its own. The cells of a paired study share one.
 *
 * <p>Cells that failed are left out by the process in which they did. For one thread.
 */
public final class StudyPlanner implements Planner {
  /** The time to start a provider, and to end it. */
  private static final Duration OVERHEAD = Duration.ofSeconds(4);

  /** An overload before the first step of a load with phases. */
  private static final Duration REHEARSAL = Duration.ofSeconds(10);

  private final List<Unit> units = new ArrayList<>();

  /** Cells that share a provider, in one repetition. */
  private record Unit(Study cells, int repetition, UnitPlanner planner) {
    UnitHistory history(Journal soFar) {
      return UnitHistory.of(cells, repetition, soFar);
    }
  }

  /** More than any study takes. */
  private static final Duration UNLIMITED = Duration.ofDays(365);

  /** Plans a study without trials of more connections. */
  public StudyPlanner(Study study, RetryBudget retries) {
    this(study, retries, Trials.NONE);
  }

  public StudyPlanner(Study study, RetryBudget retries, Trials trials) {
    for (int repetition = 1; repetition <= study.repetitions().count(); repetition++) {
      add(study, repetition, retries, UNLIMITED, trials);
    }
  }

  private StudyPlanner() {}

  /**
   * Measures one repetition only.
   *
   * @param most the time that its rounds should take at most
   */
  public static StudyPlanner ofRepetition(
      Study study, int repetition, RetryBudget retries, Duration most, Trials trials) {
    StudyPlanner planner = new StudyPlanner();
    planner.add(study, repetition, retries, most, trials);
    return planner;
  }

  private void add(Study study, int repetition, RetryBudget retries, Duration most, Trials trials) {
    if (study.paired() != null) {
      units.add(
          new Unit(
              study,
              repetition,
              new Rounds(study, retries, most, new SiteSampling(study, repetition, trials))));
      return;
    }
    for (Cell cell : study.repetitions().round(repetition, study.cells())) {
      Study alone = study.withCells(List.of(cell));
      units.add(new Unit(alone, repetition, new Ladder(cell, repetition, retries, study)));
    }
  }

  /** The highest level that a planner may add to a load, in users or requests per second. */
  public static int highestLevel(LoadSchedule load) {
    return load.phases().isEmpty() && load.groups().isEmpty()
        ? DecidingLevels.highest(load)
        : load.maxLevel();
  }

  /** How long the steps of a cell that is not paired are measured, at most. */
  public static List<Duration> measures(Cell cell) {
    JudgedCell nothing = JudgedCell.of(cell, List.of(), slice -> true);
    return new StepSequence(cell.load()).maxRemaining(nothing, List.of());
  }

  @Override
  public Optional<Visit> next(Journal soFar) {
    for (Unit unit : units) {
      UnitHistory history = unit.history(soFar);
      Optional<Visit> visit = history.hasFailed() ? Optional.empty() : unit.planner.next(history);
      if (visit.isPresent()) {
        return visit;
      }
    }
    return Optional.empty();
  }

  @Override
  public Duration left(Journal soFar) {
    Duration left = Duration.ZERO;
    for (Unit unit : units) {
      UnitHistory history = unit.history(soFar);
      if (!history.hasFailed()) {
        left = left.plus(toOpen(history)).plus(unit.planner.left(history));
      }
    }
    return left;
  }

  /** The time to start and warm up a provider that did not take calls yet. */
  private static Duration toOpen(UnitHistory history) {
    if (history.isOpened()) {
      return Duration.ZERO;
    }
    CapacityLoad capacity = history.load().capacity();
    Duration measured =
        capacity == null
            ? Duration.ZERO
            : history.load().settle().plus(CapacityLoad.MEASURE).plus(REHEARSAL);
    return OVERHEAD.plus(history.load().warmup()).plus(measured);
  }
}
