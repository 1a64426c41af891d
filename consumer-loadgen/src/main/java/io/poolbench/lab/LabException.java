package io.poolbench.lab;

import io.poolbench.result.ViolationCode;
import java.util.List;
import java.util.Objects;

/**
 * A component of the lab did not start, or failed: neither the user's mistake nor a bug. The cell
 * is INVALID; the study goes on.
 */
public final class LabException extends Exception {
  private static final long serialVersionUID = 1L;

  private final ViolationCode code;
  private final transient List<String> logTail;

  /**
   * @param code the kind of failure
   * @param problem the failure, in one line
   * @param logTail the last lines of the component's log; may be empty
   */
  public LabException(ViolationCode code, String problem, List<String> logTail) {
    super(Objects.requireNonNull(problem, "problem"));
    this.code = Objects.requireNonNull(code, "code");
    this.logTail = List.copyOf(logTail);
  }

  /**
   * A failure of which no log tells more.
   *
   * @param problem the failure, in one line
   */
  public LabException(ViolationCode code, String problem) {
    this(code, problem, List.of());
  }

  public LabException(ViolationCode code, String problem, Throwable cause) {
    super(problem, cause);
    this.code = Objects.requireNonNull(code, "code");
    this.logTail = List.of();
  }

  /** The kind of failure. */
  public ViolationCode code() {
    return code;
  }

  /** The last lines of the component's log; may be empty. */
  public List<String> logTail() {
    return logTail;
  }

  /** The failure, and below it, indented, the log's last lines. */
  public String report() {
    StringBuilder report = new StringBuilder(getMessage());
    logTail.forEach(line -> report.append("\n    ").append(line));
    return report.toString();
  }
}
