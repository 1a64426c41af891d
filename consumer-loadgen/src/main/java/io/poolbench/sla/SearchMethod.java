package io.poolbench.sla;

import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Chooses the steps of a search from the results of earlier steps. */
interface SearchMethod {
  /** Maximum number of consecutive INVALID steps at one level. */
  int MAX_INVALID = 3;

  /**
   * The step to measure next.
   *
   * @param curve the steps measured before the search
   * @param searched the search's own steps so far
   * @return empty if the search has ended
   */
  Optional<NextStep> next(List<StepResult> curve, List<StepResult> searched);

  /**
   * The durations of the remaining steps, at most, if none of them is INVALID.
   *
   * @param curve the steps of the curve so far; may be incomplete
   */
  List<Duration> maxRemaining(List<StepResult> curve, List<StepResult> searched);

  /** The number of trailing INVALID steps at the last level. */
  static int invalidAtEnd(List<StepResult> steps) {
    int count = 0;
    for (int i = steps.size() - 1; i >= 0; i--) {
      StepResult step = steps.get(i);
      if (step.verdict().kind() != Verdict.Kind.INVALID
          || step.level() != steps.get(steps.size() - 1).level()) {
        break;
      }
      count++;
    }
    return count;
  }
}
