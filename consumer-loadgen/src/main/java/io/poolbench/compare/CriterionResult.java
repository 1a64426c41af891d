package io.poolbench.compare;

import java.util.Objects;

/**
 * The outcome of a criterion for one pair.
 *
 * @param criterion text of the criterion
 * @param because the values that decide the outcome, or the missing data, with the pair's names
 */
public record CriterionResult(Outcome outcome, String criterion, String because) {
  public enum Outcome {
    HOLDS,
    FAILED,
    /** A side has no data for the criterion, or the interval includes the limit. */
    UNDECIDED
  }

  public CriterionResult {
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(criterion, "criterion");
    Objects.requireNonNull(because, "because");
  }

  /** The outcome for an excess over the baseline, compared with a limit. */
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
