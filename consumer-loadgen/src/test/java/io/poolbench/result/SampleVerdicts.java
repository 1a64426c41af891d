package io.poolbench.result;

/** Verdicts for tests that only need one. */
public final class SampleVerdicts {
  /** TP99 beyond its bound. */
  public static final Verdict FAIL = Verdict.fail(Violation.of(Metric.TP99, 12.34, 10));

  /** TP99 within its bound, and its interval not. */
  public static final Verdict UNDECIDED = Verdict.undecided(Violation.of(Metric.TP99, 9.87, 10));

  /** Disturbed by other machines. */
  public static final Verdict INVALID = Verdict.invalid(Violation.of(Metric.STEAL, 9, 5));

  private SampleVerdicts() {}

  /** A verdict by the first letter of its kind. */
  public static Verdict of(char kind) {
    return switch (kind) {
      case 'P' -> Verdict.pass();
      case 'F' -> FAIL;
      case 'U' -> UNDECIDED;
      default -> INVALID;
    };
  }
}
