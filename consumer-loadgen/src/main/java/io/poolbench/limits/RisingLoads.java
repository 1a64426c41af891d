package io.poolbench.limits;

import io.poolbench.journal.Journal;
import io.poolbench.journal.Turn;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.JudgedStudy;
import io.poolbench.judge.Planner;
import io.poolbench.judge.UnitHistory;
import io.poolbench.judge.Verdict;
import io.poolbench.judge.Visit;
import io.poolbench.judge.Visit.Hold;
import io.poolbench.study.Cell;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.Paired;
import io.poolbench.study.Study;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Measures the levels of one cell, rising, until two in a row break the SLA: so it is known from
 * where to where the capacity of its pool is to be looked for, and what its calls need. A level
 * that does not count, as the driver was disturbed, is measured once more.
 *
 * @param study a paired one of one cell
 */
public record RisingLoads(Study study, int repetition) implements Planner {
  private static final int ENOUGH_FAILED = 2;
  private static final int TRIES = 2;

  public RisingLoads {
    Objects.requireNonNull(study, "study");
  }

  private Cell cell() {
    return study.cells().get(0);
  }

  @Override
  public Optional<Visit> next(Journal soFar) {
    JudgedStudy judged = JudgedStudy.of(study, soFar);
    UnitHistory history = UnitHistory.of(study, repetition, soFar);
    List<Integer> levels = cell().load().levels();
    int failed = 0;
    for (int at = 0; at < levels.size() && !history.hasFailed(); at++) {
      int level = levels.get(at);
      long visits = history.slices().filter(slice -> slice.key().level() == level).count();
      Optional<JudgedLevel> known = judged.cells().get(0).level(level);
      boolean isFirst = visits % Paired.SLICES == 0;
      long tries = visits / Paired.SLICES;
      boolean counts = known.filter(JudgedLevel::counts).isPresent();
      if (!isFirst || tries == 0 || (!counts && tries < TRIES)) {
        return Optional.of(visit(level, at + 1 + (int) tries * levels.size(), isFirst));
      }
      boolean fails =
          known.map(JudgedLevel::verdict).map(Verdict::kind).stream()
              .anyMatch(Verdict.Kind.FAIL::equals);
      failed = fails ? failed + 1 : 0;
      if (failed == ENOUGH_FAILED) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private Visit visit(int level, int block, boolean isFirst) {
    LoadSchedule load = cell().load();
    return new Visit(
        cell().name(),
        repetition,
        new Turn(1, block),
        level,
        load.settle(),
        load.measure(),
        isFirst ? Hold.FIRST_OF_BLOCK : Hold.FURTHER_OF_BLOCK);
  }

  @Override
  public Duration left(Journal soFar) {
    LoadSchedule load = cell().load();
    long visits = UnitHistory.of(study, repetition, soFar).slices().count();
    return next(soFar).isEmpty()
        ? Duration.ZERO
        : load.settle()
            .plus(load.measure())
            .multipliedBy(Math.max(1, Paired.SLICES * (long) load.levels().size() - visits));
  }
}
