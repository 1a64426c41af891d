package io.poolbench.published;

import io.poolbench.result.Calibrated;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.sla.LevelResult;
import java.util.Objects;
import java.util.Optional;

/**
 * A published value and the measured one.
 *
 * @param column what it is a value of
 * @param published in the metric's unit
 * @param measured the median of the valid steps at the published load, the value of the last step
 *     where all are INVALID; null where there is none
 * @param remark why it does not agree, by the counters; empty where it agrees
 */
public record AgreementValue(
    PublishedColumn column,
    double published,
    Double measured,
    AgreementStatus status,
    String remark) {
  public AgreementValue {
    Objects.requireNonNull(column, "column");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(remark, "remark");
  }

  /** The same, of a row that is not compared. */
  AgreementValue hostBound() {
    return new AgreementValue(column, published, measured, AgreementStatus.HOST_BOUND, "");
  }

  static AgreementValue of(
      PublishedColumn column, double published, Curve curve, int level, StudyResult result) {
    Calibrated calibration = result.calibration();
    if (column.isCapacity()) {
      return CapacityAgreement.of(curve, published, column.band()).value(column, calibration);
    }
    if (curve.at(level).isEmpty()) {
      return new AgreementValue(
          column, published, null, AgreementStatus.MISSING, curve.missing(level));
    }
    LevelResult at = curve.at(level).get();
    if (!at.isValid()) {
      StepResult last = at.deciding();
      String remark = curve.missing(level) + ", " + String.join(" ", last.verdict().codes());
      return new AgreementValue(
          column, published, column.metric().of(last), AgreementStatus.INVALID, remark);
    }
    Double measured = at.median(column.metric());
    if (measured == null) {
      String remark = curve.load(level) + ": " + column.title() + " unknown";
      return new AgreementValue(column, published, null, AgreementStatus.MISSING, remark);
    }
    Optional<String> otherSpeed = curve.otherSpeed(at, calibration);
    if (otherSpeed.isPresent()) {
      return new AgreementValue(
          column, published, measured, AgreementStatus.OTHER_SPEED, otherSpeed.get());
    }
    return column.band().agrees(published, measured)
        ? new AgreementValue(column, published, measured, AgreementStatus.AGREES, "")
        : new AgreementValue(
            column,
            published,
            measured,
            AgreementStatus.DEVIATES,
            Breakdown.of(curve, at).line(calibration));
  }
}
