package io.poolbench.report;

import io.poolbench.judge.Decision;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.Statement;
import io.poolbench.judge.Verdict;
import io.poolbench.published.Published.Agreement;
import io.poolbench.report.format.Tone;

/** The tones of decisions and verdicts. */
public final class Tones {
  private Tones() {}

  static Tone of(JudgedLevel level) {
    return of(level.verdict().kind());
  }

  public static Tone of(Verdict.Kind verdict) {
    return switch (verdict) {
      case PASS -> Tone.GOOD;
      case FAIL -> Tone.BAD;
      case UNDECIDED -> Tone.OPEN;
      case INVALID -> Tone.VOID;
    };
  }

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
