package io.poolbench.lab;

import io.poolbench.journal.ViolationCode;
import java.util.List;
import java.util.Objects;

/**
 * Thrown if a component of the lab does not start or fails, which is neither a user error nor a
 * bug. The cell is INVALID; the study continues.
 */
public final class LabException extends Exception {
  private final ViolationCode code;
  private final transient List<String> logTail;

  /**
   * @param problem the failure, in one line
   */
  public LabException(ViolationCode code, String problem, List<String> logTail) {
    super(Objects.requireNonNull(problem, "problem"));
    this.code = Objects.requireNonNull(code, "code");
    this.logTail = List.copyOf(logTail);
  }

  public LabException(ViolationCode code, String problem) {
    this(code, problem, List.of());
  }

  public LabException(ViolationCode code, String problem, Throwable cause) {
    super(problem, cause);
    this.code = Objects.requireNonNull(code, "code");
    this.logTail = List.of();
  }

  public ViolationCode code() {
    return code;
  }

  /** The last lines of the component's log; may be empty. */
  public List<String> logTail() {
    return logTail;
  }

  /** The failure, followed by the log's last lines, indented. */
  public String report() {
    StringBuilder report = new StringBuilder(getMessage());
    logTail.forEach(line -> report.append("\n    ").append(line));
    return report.toString();
  }
}
