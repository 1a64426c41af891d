package io.poolbench.result;

import java.util.Objects;

/**
 * What a step says about the SLA.
 *
 * @param kind PASS, FAIL, or INVALID: nothing can be said. INVALID is never FAIL.
 * @param reason which bound failed and by how much, or why nothing can be said; empty for PASS
 */
public record Verdict(Kind kind, String reason) {
  /** The three answers. */
  public enum Kind {
    PASS,
    FAIL,
    INVALID
  }

  public Verdict {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(reason, "reason");
  }

  public static Verdict pass() {
    return new Verdict(Kind.PASS, "");
  }

  public static Verdict fail(String reason) {
    return new Verdict(Kind.FAIL, reason);
  }

  public static Verdict invalid(String reason) {
    return new Verdict(Kind.INVALID, reason);
  }
}
