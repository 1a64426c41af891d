package io.poolbench.report;

import io.poolbench.judge.Decision;
import java.util.List;

/** The exit code of a command, which says whether what was asked is answered. */
public enum ExitCode {
  /** What was asked is answered. */
  DONE(0),
  /** The command line or a study is invalid. */
  USAGE(2),
  /** An assertion, a criterion, or a planned load does not hold. */
  ASSERTION_FAILED(3),
  /** Nothing that was asked is decided, or an assertion, a criterion or a planned load is not. */
  INVALID(4),
  /** Redis, the provider, a port or the disk failed. */
  LAB_FAILED(5),
  /** A bug of poolbench; the line on standard error names a file for a report. */
  BUG(70),
  /** Interrupted by the user, or by SIGTERM (143); all measurements so far are saved and marked. */
  INTERRUPTED(130);

  private static final List<ExitCode> BY_PRIORITY =
      List.of(BUG, INTERRUPTED, ASSERTION_FAILED, LAB_FAILED, INVALID, USAGE, DONE);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  public static ExitCode of(Decision decision) {
    return switch (decision) {
      case SHOWN -> DONE;
      case REFUTED -> ASSERTION_FAILED;
      case NOT_SHOWN -> INVALID;
    };
  }

  /** The code of higher priority. */
  public ExitCode worse(ExitCode other) {
    return BY_PRIORITY.indexOf(other) < BY_PRIORITY.indexOf(this) ? other : this;
  }
}
