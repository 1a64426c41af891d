package io.poolbench.report;

import io.poolbench.expression.Decision;
import io.poolbench.published.StatementResult;

/** Formats findings of studies. */
final class FindingText {
  private FindingText() {}

  static String word(Decision decision) {
    return switch (decision) {
      case CONFIRMED -> "SHOWN";
      case REFUTED -> "REFUTED";
      case UNDECIDED -> "NOT SHOWN";
    };
  }

  /** The decision, the sentence and the values, in one line. */
  static String line(StatementResult finding) {
    return "%s: %s (%s)".formatted(word(finding.decision()), finding.text(), finding.because());
  }
}
