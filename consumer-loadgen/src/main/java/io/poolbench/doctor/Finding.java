package io.poolbench.doctor;

import java.util.Objects;

/**
 * One thing that a host is good for, or not.
 *
 * @param subject what was looked at, in a word or two
 * @param grade how good it is
 * @param measured the figures
 * @param meaning what they mean for measurements here, as sentences
 */
public record Finding(String subject, Grade grade, String measured, String meaning) {
  /** A space at which a line must not end, as between a figure and its unit. */
  static final char NO_BREAK = '\u00a0';

  /** How good something is. */
  public enum Grade {
    /** It limits nothing that is measured here. */
    GOOD("ok"),
    /** Something cannot be measured well; the rest can. */
    LIMITS("limits"),
    /** As it is now, steps come out INVALID. */
    UNFIT("UNFIT");

    private final String label;

    Grade(String label) {
      this.label = label;
    }

    /** How it is printed. */
    public String label() {
      return label;
    }
  }

  public Finding {
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(grade, "grade");
    Objects.requireNonNull(measured, "measured");
    Objects.requireNonNull(meaning, "meaning");
  }
}
