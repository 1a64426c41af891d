package io.poolbench.cli;

import io.poolbench.compare.Comparison;
import io.poolbench.compare.Ruling;
import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.sla.RepeatedCell;
import io.poolbench.sla.SlaAssertion;
import java.util.List;
import java.util.stream.Stream;

/** What the process's exit code says. */
enum ExitCode {
  DONE(0),
  /** The command line or a study is not what it must be. */
  USAGE(2),
  /** An SLA assertion of a study, or a criterion of a comparison, does not hold. */
  ASSERTION_FAILED(3),
  /** A measurement cannot be trusted. */
  INVALID(4),
  /** Redis, the provider or a port was not to be had. */
  LAB_FAILED(5),
  /** Broken off by the user; what was measured is saved and marked. */
  INTERRUPTED(130);

  private static final List<ExitCode> BY_WEIGHT =
      List.of(INTERRUPTED, ASSERTION_FAILED, LAB_FAILED, INVALID, USAGE, DONE);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  /**
   * What a study's result says: of several the one that weighs most. Whoever broke a run off knows
   * why. Then a promise that is known to be broken: to run again would not mend it, where a lab
   * that failed or a measurement that is not to be trusted asks for just that.
   */
  static ExitCode of(StudyResult result) {
    return Stream.of(
            result.interrupted() ? INTERRUPTED : DONE,
            result.cells().stream().anyMatch(CellResult::failed) ? LAB_FAILED : DONE,
            hasInvalidLevel(result) ? INVALID : DONE,
            SlaAssertion.of(result.cells()).stream()
                .map(assertion -> of(assertion.verdict()))
                .reduce(DONE, ExitCode::worse))
        .reduce(DONE, ExitCode::worse);
  }

  private static ExitCode of(Verdict asserted) {
    return switch (asserted.kind()) {
      case PASS -> DONE;
      case FAIL -> ASSERTION_FAILED;
      case INVALID -> INVALID;
    };
  }

  private static boolean hasInvalidLevel(StudyResult result) {
    return RepeatedCell.of(result.cells()).stream()
        .flatMap(cell -> cell.levels().stream().map(cell::verdicts))
        .anyMatch(verdicts -> verdicts.contains(Verdict.Kind.INVALID));
  }

  /** What a comparison says: a criterion that fails matters more than one that nothing decides. */
  static ExitCode of(Comparison comparison) {
    if (comparison.any(Ruling.Outcome.FAILED)) {
      return ASSERTION_FAILED;
    }
    return comparison.any(Ruling.Outcome.UNDECIDED) ? INVALID : DONE;
  }

  /** The one of two that weighs more. */
  ExitCode worse(ExitCode other) {
    return BY_WEIGHT.indexOf(other) < BY_WEIGHT.indexOf(this) ? other : this;
  }
}
