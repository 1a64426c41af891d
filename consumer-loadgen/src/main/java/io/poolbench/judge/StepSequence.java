package io.poolbench.judge;

import io.poolbench.judge.StepSequence.NextStep;
import io.poolbench.result.StepResult;
import io.poolbench.spec.Cell;
import io.poolbench.spec.LoadSchedule;
import io.poolbench.spec.Sla;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The sequence of a cell's steps: first the levels of its schedule, then those of its search for
 * capacity, each chosen from the results before. Stateless: the same results always lead to the
 * same step.
 */
public final class StepSequence {
  private final LoadSchedule load;
  private final Sla sla;
  private final List<Integer> levels;
  private final Bisection search;

  public StepSequence(Cell cell) {
    this.load = cell.load();
    this.sla = cell.sla();
    this.levels = load.toRun();
    this.search = load.search() == null ? null : new Bisection(load.search(), load.measure(), sla);
  }

  /**
   * The step to measure next.
   *
   * @param soFar the cell's steps, in the order they ran
   * @return empty if the cell is done
   */
  public Optional<NextStep> next(List<StepResult> soFar) {
    int listed = levels.size();
    if (soFar.size() < listed) {
      return isStopped(soFar)
          ? Optional.empty()
          : Optional.of(new NextStep(levels.get(soFar.size()), load.measure()));
    }
    return search == null
        ? Optional.empty()
        : search.next(soFar.subList(0, listed), soFar.subList(listed, soFar.size()));
  }

  /** Whether a step is beyond the bounds above which no higher level is to be measured. */
  private boolean isStopped(List<StepResult> soFar) {
    return load.stopWhen() != null
        && soFar.stream()
            .filter(StepResult::isValid)
            .anyMatch(step -> new SlaEvaluator(load.stopWhen()).isBroken(step, sla));
  }

  /**
   * The durations of the remaining steps, at most. Repeated INVALID steps of a search and longer
   * measurements of UNDECIDED steps are not included.
   *
   * @param soFar as for {@link #next}
   */
  public List<Duration> maxRemaining(List<StepResult> soFar) {
    if (isStopped(soFar)) {
      return List.of();
    }
    int listed = Math.min(levels.size(), soFar.size());
    List<Duration> left =
        new ArrayList<>(Collections.nCopies(levels.size() - listed, load.measure()));
    if (search != null) {
      left.addAll(
          search.maxRemaining(soFar.subList(0, listed), soFar.subList(listed, soFar.size())));
    }
    return left;
  }

  /** The step to measure next; its level is in users or requests per second. */
  public record NextStep(int level, Duration measure) {
    public NextStep {
      Objects.requireNonNull(measure, "measure");
    }
  }
}
