package io.poolbench.judge;

import io.poolbench.journal.Turn;
import io.poolbench.judge.StepSequence.NextStep;
import io.poolbench.judge.Visit.Hold;
import io.poolbench.study.Cell;
import io.poolbench.study.LoadSchedule;
import io.poolbench.study.Study;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Measures a cell with a provider of its own, step by step: the levels of its schedule, then those
 * of its search. A visit with a fault is made again while the retry budget lasts, and an UNDECIDED
 * step is prolonged up to {@link LoadSchedule#measureUpTo}. A step with phases is one visit.
 *
 * @param whole the study with all of its cells, which share the retry budget
 */
record Ladder(Cell cell, int repetition, RetryBudget retries, Study whole) implements UnitPlanner {
  private LoadSchedule load() {
    return cell.load();
  }

  private StepSequence sequence() {
    return new StepSequence(load());
  }

  @Override
  public Optional<Visit> next(UnitHistory history) {
    JudgedCell measured = history.judged().cells().get(0);
    List<Step> steps = Step.of(measured);
    if (!steps.isEmpty()) {
      Step last = steps.get(steps.size() - 1);
      Duration measure = measureOf(measured, steps);
      boolean goesOn =
          switch (last.last()) {
            case COUNTS -> isProlonged(last, measure);
            case FAULTY -> retries.isLeft(whole, history.run());
            case BROKEN_OFF -> true;
          };
      if (goesOn) {
        boolean sameLoad = last.last() == Step.Last.COUNTS && history.isRunning();
        return Optional.of(
            new Visit(
                cell.name(),
                repetition,
                new Turn(last.round(), history.nextBlock()),
                load().capacity() == null ? last.level() : 0,
                sameLoad ? Duration.ZERO : load().settle(),
                measure,
                sameLoad ? Hold.PROLONGED : Hold.STEP));
      }
    }
    return sequence().next(measured, steps).map(step -> first(step, steps, history));
  }

  private Visit first(NextStep step, List<Step> steps, UnitHistory history) {
    int earlier =
        steps.stream()
            .filter(each -> each.level() == step.level())
            .mapToInt(Step::round)
            .max()
            .orElse(0);
    return new Visit(
        cell.name(),
        repetition,
        new Turn(earlier + 1, history.nextBlock()),
        step.level(),
        load().settle(),
        step.measure(),
        Hold.STEP);
  }

  /** How long each visit of the last step is measured. */
  private Duration measureOf(JudgedCell measured, List<Step> steps) {
    Step last = steps.get(steps.size() - 1);
    JudgedCell before =
        measured.only(
            slice ->
                slice.key().level() != last.level() || slice.key().turn().round() != last.round());
    return sequence()
        .next(before, steps.subList(0, steps.size() - 1))
        .map(NextStep::measure)
        .orElse(load().measure());
  }

  private boolean isProlonged(Step step, Duration measure) {
    return step.verdict() == Verdict.Kind.UNDECIDED
        && measure.multipliedBy(step.visits() + 1L).compareTo(load().measureUpTo()) <= 0;
  }

  @Override
  public Duration left(UnitHistory history) {
    JudgedCell measured = history.judged().cells().get(0);
    Duration drain =
        load().drain() ? Duration.ofMillis(cell.driver().timeoutMillis()) : Duration.ZERO;
    return sequence().maxRemaining(measured, Step.of(measured)).stream()
        .map(measure -> load().settle().plus(measure).plus(drain))
        .reduce(Duration.ZERO, Duration::plus);
  }
}
