package io.poolbench.cli;

import io.poolbench.capacity.Verification;
import io.poolbench.compare.Comparison;
import io.poolbench.compare.CriterionResult.Outcome;
import io.poolbench.expression.Decision;
import io.poolbench.published.Assertions;
import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.sla.RepeatedCell;
import io.poolbench.sla.SlaAssertion;
import java.util.List;
import java.util.stream.Stream;

/** The exit codes of the process. */
enum ExitCode {
  DONE(0),
  /** The command line or a study is invalid. */
  USAGE(2),
  /** An SLA assertion of a study, or a criterion of a comparison, does not hold. */
  ASSERTION_FAILED(3),
  /** A measurement is INVALID, or does not decide an assertion or criterion. */
  INVALID(4),
  /** Redis, the provider, a port or the disk failed. */
  LAB_FAILED(5),
  /** Interrupted by the user; what was measured is saved and marked. */
  INTERRUPTED(130);

  private static final List<ExitCode> BY_PRIORITY =
      List.of(INTERRUPTED, ASSERTION_FAILED, LAB_FAILED, INVALID, USAGE, DONE);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  /**
   * The exit code of a study: of several the one of highest priority. A broken assertion comes
   * before a lab failure or an INVALID step, because repeating the run would not change it.
   */
  static ExitCode of(StudyResult result) {
    return Stream.of(
            result.interrupted() ? INTERRUPTED : DONE,
            result.cells().stream().anyMatch(CellResult::failed) ? LAB_FAILED : DONE,
            hasInvalidLevel(result) ? INVALID : DONE,
            Assertions.of(result).stream()
                .map(assertion -> of(assertion.decision()))
                .reduce(DONE, ExitCode::worse),
            Verification.of(result).map(of -> of(of.outcome())).orElse(DONE),
            SlaAssertion.of(result.cells()).stream()
                .map(assertion -> of(assertion.verdict()))
                .reduce(DONE, ExitCode::worse))
        .reduce(DONE, ExitCode::worse);
  }

  private static ExitCode of(Decision assertion) {
    return switch (assertion) {
      case CONFIRMED -> DONE;
      case REFUTED -> ASSERTION_FAILED;
      case UNDECIDED -> INVALID;
    };
  }

  private static ExitCode of(Verification.Outcome verification) {
    return switch (verification) {
      case HELD -> DONE;
      case NOT_HELD -> ASSERTION_FAILED;
      case UNDECIDED -> INVALID;
    };
  }

  private static ExitCode of(Verdict assertion) {
    return switch (assertion.kind()) {
      case PASS -> DONE;
      case FAIL -> ASSERTION_FAILED;
      case UNDECIDED, INVALID -> INVALID;
    };
  }

  /** Without loads of which others are verified: of those, a model does without some. */
  private static boolean hasInvalidLevel(StudyResult result) {
    List<RepeatedCell> cells = RepeatedCell.of(result.cells());
    boolean verified = cells.stream().anyMatch(RepeatedCell::verifies);
    return cells.stream()
        .filter(cell -> !verified || cell.verifies())
        .flatMap(cell -> cell.levelResults().stream())
        .anyMatch(level -> level.verdicts().contains(Verdict.Kind.INVALID));
  }

  /** The exit code of a comparison: a failed criterion comes before an undecided one. */
  static ExitCode of(Comparison comparison) {
    if (comparison.any(Outcome.FAILED)) {
      return ASSERTION_FAILED;
    }
    return comparison.any(Outcome.UNDECIDED) ? INVALID : DONE;
  }

  /** The one of higher priority. */
  ExitCode worse(ExitCode other) {
    return BY_PRIORITY.indexOf(other) < BY_PRIORITY.indexOf(this) ? other : this;
  }
}
