package io.poolbench.lab;

import java.util.List;
import java.util.Objects;

/**
 * Something that the lab needs would not start, or broke: not the user's mistake and not a bug. The
 * cell that needed it is INVALID; the study goes on.
 */
public final class LabException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<String> logTail;

  /**
   * @param problem what happened, in one line
   * @param logTail the last lines of the log that tell why; may be empty
   */
  public LabException(String problem, List<String> logTail) {
    super(Objects.requireNonNull(problem, "problem"));
    this.logTail = List.copyOf(logTail);
  }

  public LabException(String problem, Throwable cause) {
    super(problem, cause);
    this.logTail = List.of();
  }

  /** The problem, and below it, indented, the log's last lines. */
  public String report() {
    StringBuilder report = new StringBuilder(getMessage());
    logTail.forEach(line -> report.append("\n    ").append(line));
    return report.toString();
  }
}
