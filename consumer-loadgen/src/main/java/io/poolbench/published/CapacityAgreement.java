package io.poolbench.published;

import io.poolbench.judge.CapacitySpread;
import io.poolbench.published.AgreementValue.AgreementStatus;
import io.poolbench.result.Calibrated;
import io.poolbench.result.StepResult;
import java.util.Optional;

/**
 * The measured max load within the SLA compared with the published one.
 *
 * <p>If INVALID steps leave the measured capacity unknown, the agreement is unknown too. A capacity
 * that may be higher than measured does not agree, because its upper limit is unknown. If even the
 * lowest measured level fails, the capacity may be any number below that level.
 */
record CapacityAgreement(Curve curve, double published, AgreementStatus status) {
  static CapacityAgreement of(Curve curve, double published, Band band) {
    return new CapacityAgreement(curve, published, status(curve, published, band));
  }

  private static AgreementStatus status(Curve curve, double published, Band band) {
    Optional<CapacitySpread> capacity = curve.capacity();
    if (capacity.isEmpty()) {
      return curve.isMeasured() ? AgreementStatus.INVALID : AgreementStatus.MISSING;
    }
    int measured = capacity.get().median();
    boolean agrees = band.agrees(published, measured);
    boolean open = capacity.get().maybeMore() && (agrees || measured < published);
    if (open || (measured == 0 && !isLowestBelow(curve, published, band))) {
      return AgreementStatus.MISSING;
    }
    return agrees ? AgreementStatus.AGREES : AgreementStatus.DEVIATES;
  }

  /** Whether any capacity below the lowest measured level deviates from the published one. */
  private static boolean isLowestBelow(Curve curve, double published, Band band) {
    return curve.levels().stream()
        .findFirst()
        .map(lowest -> lowest.level() - 1)
        .filter(highest -> highest < published && !band.agrees(published, highest))
        .isPresent();
  }

  boolean isDecided() {
    return status == AgreementStatus.AGREES || status == AgreementStatus.DEVIATES;
  }

  String text() {
    return "max users within SLA: "
        + curve
            .capacity()
            .map(
                of ->
                    status == AgreementStatus.MISSING && !of.maybeMore()
                        ? "below the lowest measured level"
                        : of.answer())
            .orElse(curve.isMeasured() ? "unknown (INVALID steps)" : "not measured")
        + curve.firstFailing().stream()
            .findFirst()
            .map(CapacityAgreement::failing)
            .orElse("; no level fails");
  }

  private static String failing(StepResult step) {
    return "; " + step.level() + " fail: " + String.join(" ", step.verdict().codes());
  }

  AgreementValue value(PublishedColumn column, Calibrated calibration) {
    Double measured = isDecided() ? Double.valueOf(curve.capacity().orElseThrow().median()) : null;
    String remark = status == AgreementStatus.AGREES ? "" : text();
    return new AgreementValue(column, published, measured, interval(measured), status, remark)
        .calibrated(calibration);
  }

  /** From the capacity to the level below the first that fails; null if either is unknown. */
  private ValueInterval interval(Double capacity) {
    return capacity == null
        ? null
        : curve
            .firstFailingLevel()
            .map(failing -> new ValueInterval(capacity, Math.max(capacity, failing - 1)))
            .orElse(null);
  }
}
