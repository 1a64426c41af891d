package io.poolbench.published;

import io.poolbench.expression.Decision;
import java.util.Objects;

/**
 * A statement that measured values confirm, refute or leave undecided.
 *
 * @param because the values that decide the statement, or the missing ones
 * @param cause why the statement is refuted, by the counters of the levels that were read;
 *     otherwise empty
 */
public record StatementResult(String text, Decision decision, String because, String cause) {
  public StatementResult {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(because, "because");
    Objects.requireNonNull(cause, "cause");
  }
}
