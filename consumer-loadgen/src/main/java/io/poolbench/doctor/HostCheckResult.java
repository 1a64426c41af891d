package io.poolbench.doctor;

import java.util.Objects;

/**
 * The outcome of one check of the host.
 *
 * @param subject what was checked, in one or two words
 * @param measured the measured values
 * @param meaning the consequences for measurements on this host, as sentences
 */
public record HostCheckResult(String subject, Grade grade, String measured, String meaning) {
  /** A space at which a line must not be broken, as between a value and its unit. */
  static final char NO_BREAK = '\u00a0';

  /** How good a host is in one respect. */
  public enum Grade {
    /** Limits no measurement. */
    GOOD("ok"),
    /** Some measurements are limited, or less precise; the others are not. */
    LIMITS("limits");

    private final String label;

    Grade(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }

  /**
   * When the grade is {@link Grade#LIMITS}.
   *
   * @param applies whether the measured values break the rule's limit
   */
  record Rule(boolean applies, String meaning) {}

  public HostCheckResult {
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(grade, "grade");
    Objects.requireNonNull(measured, "measured");
    Objects.requireNonNull(meaning, "meaning");
  }

  /** The result by the first rule that applies; {@link Grade#GOOD} where none does. */
  static HostCheckResult of(String subject, String measured, String good, Rule... rules) {
    for (Rule rule : rules) {
      if (rule.applies()) {
        return new HostCheckResult(subject, Grade.LIMITS, measured, rule.meaning());
      }
    }
    return new HostCheckResult(subject, Grade.GOOD, measured, good);
  }
}
