package io.poolbench.published;

import io.poolbench.result.Calibrated;
import io.poolbench.result.StepResult;
import io.poolbench.sla.CapacitySpread;
import java.util.Optional;

/**
 * The max load within the SLA beside a published one.
 *
 * <p>Where INVALID steps leave it unknown, so is its agreement. A capacity that may be higher than
 * measured does not agree, for how much higher is unknown; and where even the lowest level that was
 * measured fails, the capacity may be any number below it.
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

  /** Whether the lowest measured level is so low that any capacity below it deviates. */
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

  /** The agreement of a column. */
  AgreementValue value(PublishedColumn column, Calibrated calibration) {
    Double measured = isDecided() ? Double.valueOf(curve.capacity().orElseThrow().median()) : null;
    String remark = status == AgreementStatus.AGREES ? "" : text();
    return AgreementValue.calibrated(
        new AgreementValue(column, published, measured, interval(measured), status, remark),
        calibration);
  }

  /** From the capacity to the level below the one that fails; null where either is unknown. */
  private ValueInterval interval(Double capacity) {
    return capacity == null
        ? null
        : curve
            .firstFailingLevel()
            .map(failing -> new ValueInterval(capacity, Math.max(capacity, failing - 1)))
            .orElse(null);
  }
}
