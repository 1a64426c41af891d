package io.poolbench.judge;

import io.poolbench.journal.Violation;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The verdict on the SLA of a cell at one level.
 *
 * @param violations broken bounds of FAIL, undecided bounds of UNDECIDED, reasons of INVALID; empty
 *     only for PASS
 */
public record Verdict(Kind kind, List<Violation> violations) {
  public enum Kind {
    PASS,
    FAIL,
    /**
     * No bound is broken, but the interval of a measured value contains its limit: the measurement
     * is valid, but too short for a verdict.
     */
    UNDECIDED,
    /** Nothing that was measured says something about the pool; INVALID is never FAIL. */
    INVALID;

    public boolean isDecided() {
      return this == PASS || this == FAIL;
    }
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

  public static Verdict undecided(Violation... violations) {
    return new Verdict(Kind.UNDECIDED, List.of(violations));
  }

  public static Verdict invalid(Violation... violations) {
    return new Verdict(Kind.INVALID, List.of(violations));
  }

  /** The worst verdict of several parts, with all violations of its kind. */
  public static Verdict all(List<Verdict> parts) {
    return Stream.of(Kind.FAIL, Kind.INVALID, Kind.UNDECIDED)
        .map(kind -> parts.stream().filter(part -> part.kind == kind).toList())
        .filter(worst -> !worst.isEmpty())
        .findFirst()
        .map(
            worst ->
                new Verdict(
                    worst.get(0).kind,
                    worst.stream().flatMap(part -> part.violations.stream()).distinct().toList()))
        .orElseGet(Verdict::pass);
  }

  public List<String> codes() {
    return violations.stream().map(Violation::code).toList();
  }
}
