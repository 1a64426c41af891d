package io.poolbench.published;

import java.util.Objects;

/**
 * A published value beside the measured one and those of theory.
 *
 * @param value the published and the measured one
 * @param study by theory for the system of the study; null if unknown
 * @param host by theory for the host of the result; null if unknown
 * @param relative in the units of each host; null where these are unknown, or the same
 */
public record TheoryValue(AgreementValue value, Double study, Double host, RelativeValue relative) {
  public TheoryValue {
    Objects.requireNonNull(value, "value");
  }

  /** Which theory has the published value within its band. */
  public enum Reach {
    /** Theory for this host: a deviation is not the host's. */
    HOST("host"),
    /** Theory for the system of the study alone: this host cannot reach the value. */
    STUDY("study"),
    /** None: something that theory does not have. */
    NONE("none"),
    /** No theory for this host is known. */
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

  /** Whether the measured value is as in theory, within the band; null where either is unknown. */
  public Boolean agrees(Double theory) {
    if (theory == null || !value.status().isCompared()) {
      return null;
    }
    return value.column().band().agrees(theory, value.measured());
  }
}
