package io.poolbench.cli;

import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.sla.RepeatedCell;

/** What the process's exit code says. */
enum ExitCode {
  DONE(0),
  /** The command line or a study is not what it must be. */
  USAGE(2),
  /** A measurement cannot be trusted. */
  INVALID(4),
  /** Redis, the provider or a port was not to be had. */
  LAB_FAILED(5),
  /** Broken off by the user; what was measured is saved and marked. */
  INTERRUPTED(130);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  /** What a study's result says: of several the one that matters most to whoever waits for it. */
  static ExitCode of(StudyResult result) {
    if (result.interrupted()) {
      return INTERRUPTED;
    }
    if (result.cells().stream().anyMatch(CellResult::failed)) {
      return LAB_FAILED;
    }
    boolean invalid =
        RepeatedCell.of(result.cells()).stream()
            .flatMap(cell -> cell.levels().stream().map(cell::verdicts))
            .anyMatch(verdicts -> verdicts.contains(Verdict.Kind.INVALID));
    return invalid ? INVALID : DONE;
  }

  /** The one of two that matters more. */
  ExitCode worse(ExitCode other) {
    return other.code > code ? other : this;
  }
}
