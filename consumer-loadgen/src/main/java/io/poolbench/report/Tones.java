package io.poolbench.report;

import io.poolbench.judge.Decision;
import io.poolbench.judge.Statement;
import io.poolbench.published.Published.Agreement;
import io.poolbench.report.format.Tone;

/** The tones of decisions. */
final class Tones {
  private Tones() {}

  static Tone of(Statement statement) {
    return of(statement.decision());
  }

  static Tone of(Decision decision) {
    return switch (decision) {
      case SHOWN -> Tone.GOOD;
      case REFUTED -> Tone.BAD;
      case NOT_SHOWN -> Tone.OPEN;
    };
  }

  static Tone of(Agreement agreement) {
    return switch (agreement) {
      case AGREES -> Tone.GOOD;
      case DEVIATES -> Tone.BAD;
      case OPEN -> Tone.OPEN;
      case NOT_CALIBRATED, INVALID -> Tone.VOID;
      case HOST_BOUND, MISSING -> Tone.PLAIN;
    };
  }
}
