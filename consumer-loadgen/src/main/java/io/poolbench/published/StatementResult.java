package io.poolbench.published;

import io.poolbench.expression.Decision;
import java.util.Objects;

/**
 * A statement that measured values confirm or refute.
 *
 * @param because the values that decide it, or what is missing
 * @param cause why it is refuted, by the counters of the levels that were read; empty where it is
 *     not
 */
public record StatementResult(String text, Decision decision, String because, String cause) {
  public StatementResult {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(decision, "decision");
    Objects.requireNonNull(because, "because");
    Objects.requireNonNull(cause, "cause");
  }
}
