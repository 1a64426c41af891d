package io.poolbench.compare;

import java.util.Objects;

/**
 * Whether a pair meets a criterion.
 *
 * @param criterion the criterion's text
 * @param because the values that decide it, or what is missing, with the pair's names
 */
public record CriterionResult(Outcome outcome, String criterion, String because) {
  /** Whether a criterion holds. */
  public enum Outcome {
    HOLDS,
    FAILED,
    /** Both sides measured nothing that decides it, or the deviation may be on either side. */
    UNDECIDED
  }

  public CriterionResult {
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(criterion, "criterion");
    Objects.requireNonNull(because, "because");
  }

  /** The outcome of an excess over the baseline that has to be within a limit. */
  static Outcome outcome(DeviationInterval excess, double limit) {
    if (excess.lower() > limit) {
      return Outcome.FAILED;
    }
    return excess.upper() <= limit ? Outcome.HOLDS : Outcome.UNDECIDED;
  }

  static CriterionResult of(Outcome outcome, Criterion criterion, Pair pair, String because) {
    return new CriterionResult(outcome, criterion.text(), pair.title() + ": " + because);
  }

  /** Such as {@code FAILED: tp99 +10%: at 24 users 8.1 -> 9.6 ms (+18 %), more than noise}. */
  public String text() {
    return outcome + ": " + criterion + ": " + because;
  }
}
