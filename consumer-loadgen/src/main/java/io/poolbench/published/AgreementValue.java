package io.poolbench.published;

import io.poolbench.result.StudyResult;
import java.util.Objects;
import java.util.Optional;

/**
 * A published value and the measured one.
 *
 * @param column what it is a value of
 * @param published in the metric's unit
 * @param measured the median at the published load; null where there is none
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

  static AgreementValue of(
      PublishedColumn column, double published, Curve curve, int level, StudyResult result) {
    if (column.isCapacity()) {
      return CapacityAgreement.of(curve, published, column.band()).value(column);
    }
    Level at = curve.at(level);
    Optional<Double> measured = at.median(column.metric());
    if (at.measured() && !at.valid()) {
      String remark = at.missing() + ", " + String.join(" ", at.steps().get(0).verdict().codes());
      return new AgreementValue(
          column, published, measured.orElse(null), AgreementStatus.INVALID, remark);
    }
    if (measured.isEmpty()) {
      String remark = at.measured() ? at.text() + ": " + column.title() + " unknown" : at.missing();
      return new AgreementValue(column, published, null, AgreementStatus.MISSING, remark);
    }
    return column.band().agrees(published, measured.get())
        ? new AgreementValue(column, published, measured.get(), AgreementStatus.AGREES, "")
        : new AgreementValue(
            column,
            published,
            measured.get(),
            AgreementStatus.DEVIATES,
            new Breakdown(at, result.calibration()).line());
  }
}
