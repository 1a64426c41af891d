package io.poolbench.published;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A published finding, and what a run says of it.
 *
 * @param number as the study counts them, from 1
 * @param text the finding
 * @param statements its parts, each of which has to hold
 */
public record DecidedFinding(int number, String text, List<Statement> statements) {
  public DecidedFinding {
    Objects.requireNonNull(text, "text");
    statements = List.copyOf(statements);
  }

  /** Whether it holds. */
  public Ruling ruling() {
    return Ruling.of(statements);
  }

  /** Its parts and their figures, in one line. */
  public String because() {
    return statements.stream()
        .map(
            statement ->
                statement.text()
                    + ": "
                    + statement.ruling()
                    + " ("
                    + statement.because()
                    + (statement.cause().isEmpty() ? "" : "; " + statement.cause())
                    + ")")
        .collect(Collectors.joining("; "));
  }
}
