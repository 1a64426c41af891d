package io.poolbench.published;

/** Whether a published value agrees with a measured one. */
public enum AgreementStatus {
  /** Measured, and within the band, by all of its interval. */
  AGREES("yes"),
  /** Measured, and beyond the band, by all of its interval. */
  DEVIATES("no"),
  /** Measured, and the interval is on both sides of the band's end. */
  OPEN("open"),
  /** Measured, and the calibration does not hold: published units mean nothing on this host. */
  NOT_CALIBRATED("calibration"),
  /** Bounded by the CPUs of the study's host, and so not compared, whatever the value. */
  HOST_BOUND("host"),
  /** Measured in INVALID steps only, whatever the value. */
  INVALID("INVALID"),
  /** Not measured, or not up to the level that decides it. */
  MISSING("missing");

  private final String id;

  AgreementStatus(String id) {
    this.id = id;
  }

  /** Whether there is a measured value to compare, in published units or in others. */
  public boolean isCompared() {
    return this == AGREES || this == DEVIATES || this == OPEN || this == NOT_CALIBRATED;
  }

  public String id() {
    return id;
  }
}
