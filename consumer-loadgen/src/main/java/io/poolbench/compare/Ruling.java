package io.poolbench.compare;

import java.util.Objects;

/**
 * What a pair says of a criterion.
 *
 * @param outcome whether it holds
 * @param criterion the criterion's text
 * @param because what decides, or why nothing does, with the pair's names
 */
public record Ruling(Outcome outcome, String criterion, String because) {
  /** The three answers. */
  public enum Outcome {
    HOLDS,
    FAILED,
    /** Nothing that both sides measured decides. */
    UNDECIDED
  }

  public Ruling {
    Objects.requireNonNull(outcome, "outcome");
    Objects.requireNonNull(criterion, "criterion");
    Objects.requireNonNull(because, "because");
  }

  /** Such as {@code FAILED: tp99 +10%: at 24 users 8.1 -> 9.6 ms (+18 %), more than noise}. */
  public String text() {
    return outcome + ": " + criterion + ": " + because;
  }
}
