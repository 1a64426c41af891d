package io.poolbench.published;

/** Whether a published value agrees with a measured one. */
public enum AgreementStatus {
  /** The whole interval of the measured value is within the band. */
  AGREES("yes"),
  /** The whole interval of the measured value is beyond the band. */
  DEVIATES("no"),
  /** The interval of the measured value includes an end of the band. */
  OPEN("open"),
  /** Measured, but the calibration does not hold, so published units mean nothing on this host. */
  NOT_CALIBRATED("calibration"),
  /** Limited by the CPUs of the study's host, and therefore not compared. */
  HOST_BOUND("host"),
  /** Measured in INVALID steps only. */
  INVALID("INVALID"),
  /** Not measured, or not up to the level that decides the agreement. */
  MISSING("missing");

  private final String id;

  AgreementStatus(String id) {
    this.id = id;
  }

  /** Whether there is a measured value to compare. */
  public boolean isCompared() {
    return this == AGREES || this == DEVIATES || this == OPEN || this == NOT_CALIBRATED;
  }

  public String id() {
    return id;
  }
}
