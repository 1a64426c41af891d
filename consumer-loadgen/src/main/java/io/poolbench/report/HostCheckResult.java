package io.poolbench.report;

import java.util.Objects;

/**
 * The outcome of one check of the host.
 *
 * @param subject what was checked, in one or two words
 * @param measured the measured values
 * @param meaning the consequences for measurements on this host, as sentences
 */
public record HostCheckResult(String subject, Grade grade, String measured, String meaning) {
  /** A space at which a line is not broken, such as between a value and its unit. */
  static final char NO_BREAK = '\u00a0';

  public enum Grade {
    /** The check found no limitation. */
    GOOD("ok"),
    /** Some measurements are impossible or less precise on this host. */
    LIMITS("limits");

    private final String label;

    Grade(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }

  /** A rule that assigns {@link Grade#LIMITS} if it applies. */
  record Rule(boolean applies, String meaning) {}

  public HostCheckResult {
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(grade, "grade");
    Objects.requireNonNull(measured, "measured");
    Objects.requireNonNull(meaning, "meaning");
  }

  /** The result of the first rule that applies; {@link Grade#GOOD} if none does. */
  static HostCheckResult of(String subject, String measured, String good, Rule... rules) {
    for (Rule rule : rules) {
      if (rule.applies()) {
        return new HostCheckResult(subject, Grade.LIMITS, measured, rule.meaning());
      }
    }
    return new HostCheckResult(subject, Grade.GOOD, measured, good);
  }
}
