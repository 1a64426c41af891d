package io.poolbench.report;

import java.util.Objects;

/**
 * The outcome of one check of the host.
 *
 * @param subject what was checked, in one or two words
 * @param limits whether some measurements are impossible or less precise on this host
 * @param measured the measured values
 * @param meaning the consequences for measurements on this host, as sentences
 */
public record HostCheckResult(String subject, boolean limits, String measured, String meaning) {
  record Rule(boolean applies, String meaning) {}

  public HostCheckResult {
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(measured, "measured");
    Objects.requireNonNull(meaning, "meaning");
  }

  /** The result of the first rule that applies; if none does, nothing is limited. */
  static HostCheckResult of(String subject, String measured, String good, Rule... rules) {
    for (Rule rule : rules) {
      if (rule.applies()) {
        return new HostCheckResult(subject, true, measured, rule.meaning());
      }
    }
    return new HostCheckResult(subject, false, measured, good);
  }
}
