package io.poolbench.published;

import java.util.Objects;

/**
 * A published value with the measured one and the values of theory.
 *
 * @param value the published and the measured value
 * @param study value by theory for the study's system; null if unknown
 * @param host value by theory for the result's host; null if unknown
 * @param relative in the units of each host; null if these are unknown, or the same
 */
public record TheoryValue(AgreementValue value, Double study, Double host, RelativeValue relative) {
  public TheoryValue {
    Objects.requireNonNull(value, "value");
  }

  /** The theory whose value is within the band of the published one. */
  public enum Reach {
    /** Theory for this host: the host does not cause a deviation. */
    HOST("host"),
    /** Only theory for the study's system: this host cannot reach the value. */
    STUDY("study"),
    /** Neither theory: the value depends on something that theory does not model. */
    NONE("none"),
    UNKNOWN("");

    private final String id;

    Reach(String id) {
      this.id = id;
    }

    public String id() {
      return id;
    }
  }

  public Reach reach() {
    if (host == null) {
      return Reach.UNKNOWN;
    }
    if (has(host)) {
      return Reach.HOST;
    }
    return study != null && has(study) ? Reach.STUDY : Reach.NONE;
  }

  private boolean has(double theory) {
    return value.column().band().agrees(value.published(), theory);
  }

  /** Whether the measured value is within the band of theory's value; null if either is unknown. */
  public Boolean agrees(Double theory) {
    if (theory == null || !value.status().isCompared()) {
      return null;
    }
    return value.column().band().agrees(theory, value.measured());
  }
}
