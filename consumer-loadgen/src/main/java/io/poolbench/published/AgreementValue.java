package io.poolbench.published;

import io.poolbench.judge.CapacitySpread;
import io.poolbench.judge.LevelResult;
import io.poolbench.published.AgreementValue.AgreementStatus;
import io.poolbench.result.AgreementRow;
import io.poolbench.result.Calibrated;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import java.util.Objects;
import java.util.Optional;

/**
 * A published value and the measured one.
 *
 * @param published in the metric's unit
 * @param measured the median of the valid steps at the published load, or the value of the last
 *     step if all are INVALID; null if there is none
 * @param interval of the measured value; null if unknown
 * @param remark why the values do not agree, by the counters; empty if they agree
 */
public record AgreementValue(
    PublishedColumn column,
    double published,
    Double measured,
    ValueInterval interval,
    AgreementStatus status,
    String remark) {
  public AgreementValue {
    Objects.requireNonNull(column, "column");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(remark, "remark");
  }

  private AgreementValue with(AgreementStatus changed, String why) {
    return new AgreementValue(column, published, measured, interval, changed, why);
  }

  AgreementValue hostBound() {
    return with(AgreementStatus.HOST_BOUND, "");
  }

  private static AgreementValue missing(PublishedColumn column, double published, String remark) {
    return new AgreementValue(column, published, null, null, AgreementStatus.MISSING, remark);
  }

  static AgreementValue of(
      PublishedColumn column, double published, Curve curve, int level, StudyResult result) {
    Calibrated calibration = result.calibration();
    if (column.isCapacity()) {
      return CapacityAgreement.of(curve, published, column.band()).value(column, calibration);
    }
    if (curve.at(level).isEmpty()) {
      return missing(column, published, curve.missing(level));
    }
    LevelResult at = curve.at(level).get();
    if (!at.isValid()) {
      StepResult last = at.deciding();
      String remark = curve.missing(level) + ", " + String.join(" ", last.verdict().codes());
      return new AgreementValue(
          column, published, column.metric().of(last), null, AgreementStatus.INVALID, remark);
    }
    Double measured = at.median(column.metric());
    if (measured == null) {
      return missing(column, published, curve.load(level) + ": " + column.title() + " unknown");
    }
    ValueInterval interval = ValueInterval.of(column.metric(), at).orElse(null);
    AgreementStatus status = column.band().agreement(published, measured, interval);
    String remark =
        status == AgreementStatus.AGREES ? "" : curve.load(level) + ": " + Breakdown.line(at);
    return new AgreementValue(column, published, measured, interval, status, remark)
        .calibrated(calibration);
  }

  AgreementRow written(PublishedRow row) {
    return new AgreementRow(
        row.table(),
        row.name(),
        column.column(),
        published,
        measured,
        status.id(),
        interval == null ? null : interval.low(),
        interval == null ? null : interval.high());
  }

  /** Published units mean nothing if calls cost other than in the study. */
  AgreementValue calibrated(Calibrated calibration) {
    return calibration == null || calibration.holds() || !status.isCompared()
        ? this
        : with(AgreementStatus.NOT_CALIBRATED, remark);
  }

  /** Whether a published value agrees with a measured one. */
  public enum AgreementStatus {
    /** The whole interval of the measured value is within the band. */
    AGREES("yes"),
    /** The whole interval of the measured value is beyond the band. */
    DEVIATES("no"),
    /** The interval of the measured value includes an end of the band. */
    OPEN("open"),
    /**
     * Measured, but the calibration does not hold, so published units mean nothing on this host.
     */
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

  /**
   * The measured max load within the SLA compared with the published one.
   *
   * <p>If INVALID steps leave the measured capacity unknown, the agreement is unknown too. A
   * capacity that may be higher than measured does not agree, because its upper limit is unknown.
   * If even the lowest measured level fails, the capacity may be any number below that level.
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
      Double measured =
          isDecided() ? Double.valueOf(curve.capacity().orElseThrow().median()) : null;
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
              .filter(failing -> failing > capacity)
              .map(failing -> new ValueInterval(capacity, failing - 1))
              .orElse(null);
    }
  }
}
