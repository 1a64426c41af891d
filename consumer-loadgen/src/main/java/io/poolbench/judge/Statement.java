package io.poolbench.judge;

import java.util.Objects;

/**
 * Something that a study states or requires, with the decision on it: a finding, an assertion, a
 * criterion, a planned load.
 *
 * @param because the values that decide it, or the missing ones
 */
public record Statement(String text, Decision decision, String because) {
  public Statement {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(because, "because");
  }

  public static String word(Decision decision) {
    return switch (decision) {
      case SHOWN -> "shown";
      case REFUTED -> "refuted";
      case NOT_SHOWN -> "not shown";
    };
  }

  public String sentence() {
    return text + ": " + word(decision) + (because.isEmpty() ? "." : " (" + because + ").");
  }
}
