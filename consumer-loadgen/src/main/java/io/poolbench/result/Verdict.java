package io.poolbench.result;

import java.util.List;
import java.util.Objects;

/**
 * Whether a step meets its SLA.
 *
 * @param kind PASS, FAIL or INVALID
 * @param violations the broken bounds of FAIL, or why an INVALID step decides nothing: none of
 *     PASS, at least one of the others
 */
public record Verdict(Kind kind, List<Violation> violations) {
  /** The possible outcomes. */
  public enum Kind {
    PASS,
    FAIL,
    /** The step decides nothing. INVALID is never FAIL. */
    INVALID
  }

  public Verdict {
    Objects.requireNonNull(kind, "kind");
    violations = List.copyOf(violations);
    if ((kind == Kind.PASS) != violations.isEmpty()) {
      throw new IllegalArgumentException(kind + " with violations " + violations);
    }
  }

  public static Verdict pass() {
    return new Verdict(Kind.PASS, List.of());
  }

  public static Verdict fail(Violation... violations) {
    return new Verdict(Kind.FAIL, List.of(violations));
  }

  public static Verdict invalid(Violation... violations) {
    return new Verdict(Kind.INVALID, List.of(violations));
  }

  /** The codes of its violations, in their order. */
  public List<String> codes() {
    return violations.stream().map(Violation::code).toList();
  }
}
