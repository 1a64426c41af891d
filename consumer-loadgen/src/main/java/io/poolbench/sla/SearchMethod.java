package io.poolbench.sla;

import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How a search goes on after what has been measured. */
interface SearchMethod {
  /** How often in a row a level is measured that stays INVALID. */
  int MOST_INVALID = 3;

  /**
   * The step to measure next.
   *
   * @param curve the steps that were measured before the search
   * @param searched the search's own steps so far
   * @return empty where the search has ended
   */
  Optional<NextStep> next(List<StepResult> curve, List<StepResult> searched);

  /**
   * How long each further step is measured where there are as many as there can be, and none of
   * them is INVALID.
   *
   * @param curve its steps so far, for it may not have ended yet
   * @param searched as for {@link #next}
   */
  List<Duration> mostLeft(List<StepResult> curve, List<StepResult> searched);

  /** How many of the last steps are INVALID ones of one level. */
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
