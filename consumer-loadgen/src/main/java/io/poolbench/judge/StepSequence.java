package io.poolbench.judge;

import io.poolbench.study.LoadSchedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The sequence of a cell's steps: first the levels of its schedule, then those of its search for
 * capacity, each chosen from the results before.
 */
record StepSequence(LoadSchedule load) {
  private List<Integer> levels() {
    return load.toRun();
  }

  private Optional<Bisection> search() {
    return Optional.ofNullable(load.search()).map(wanted -> new Bisection(wanted, load.measure()));
  }

  /**
   * The step to measure next.
   *
   * @param repetition what was measured
   * @param soFar its steps, each of which stands as it is
   * @return empty if the cell is done
   */
  Optional<NextStep> next(JudgedCell repetition, List<Step> soFar) {
    if (soFar.size() < levels().size()) {
      return isStopped(soFar)
          ? Optional.empty()
          : Optional.of(new NextStep(levels().get(soFar.size()), load.measure()));
    }
    return search()
        .flatMap(
            bisection -> bisection.next(repetition, soFar.subList(levels().size(), soFar.size())));
  }

  /** Whether a step is beyond the bounds above which no higher level is to be measured. */
  private boolean isStopped(List<Step> soFar) {
    return load.stopWhen() != null
        && soFar.stream()
            .filter(Step::counts)
            .map(
                step ->
                    new SlaEvaluator(load.stopWhen(), /* sustained= */ false)
                        .judge(step.judged().repetitions()))
            .anyMatch(verdict -> verdict.kind() == Verdict.Kind.FAIL);
  }

  /**
   * The durations of the remaining steps, at most. Repeated INVALID steps of a search and longer
   * measurements of UNDECIDED steps are not included.
   */
  List<Duration> maxRemaining(JudgedCell repetition, List<Step> soFar) {
    if (isStopped(soFar)) {
      return List.of();
    }
    int listed = Math.min(levels().size(), soFar.size());
    List<Duration> left =
        new ArrayList<>(Collections.nCopies(levels().size() - listed, load.measure()));
    search()
        .ifPresent(
            bisection ->
                left.addAll(
                    bisection.maxRemaining(repetition, soFar.subList(listed, soFar.size()))));
    return left;
  }

  /** The step to measure next; its level is in users or requests per second. */
  record NextStep(int level, Duration measure) {
    NextStep {
      Objects.requireNonNull(measure, "measure");
    }
  }
}
