package io.poolbench.reporting;

import io.poolbench.judging.Decision;
import io.poolbench.reporting.format.Tone;
import java.util.Objects;

/**
 * Something that a study states or requirements, with the decision on it: a finding, an assertion,
 * a criterion, a planned load.
 *
 * @param because the values that decide it, or the missing ones
 */
public record Statement(String text, Decision decision, String because) {
  public Statement {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(because, "because");
  }

  Tone tone() {
    return tone(decision);
  }

  static Tone tone(Decision decision) {
    return switch (decision) {
      case SHOWN -> Tone.GOOD;
      case REFUTED -> Tone.BAD;
      case NOT_SHOWN -> Tone.OPEN;
    };
  }

  static String word(Decision decision) {
    return switch (decision) {
      case SHOWN -> "shown";
      case REFUTED -> "refuted";
      case NOT_SHOWN -> "not shown";
    };
  }

  String sentence() {
    return text + ": " + word(decision) + (because.isEmpty() ? "." : " (" + because + ").");
  }
}
