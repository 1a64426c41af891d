package io.poolbench.published;

/** Whether a published value agrees with a measured one. */
public enum AgreementStatus {
  /** Measured, and within the band. */
  AGREES("yes"),
  /** Measured, and beyond the band. */
  DEVIATES("no"),
  /** Measured at another CPU speed than the calibration, whatever the value. */
  OTHER_SPEED("speed"),
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

  /** Whether a measured value is compared with the published one. */
  public boolean isCompared() {
    return this == AGREES || this == DEVIATES;
  }

  /** Its name in files. */
  public String id() {
    return id;
  }
}
