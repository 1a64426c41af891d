package io.poolbench.published;

import io.poolbench.journal.Metric;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.LevelNoise;
import io.poolbench.published.Published.Agreement;
import io.poolbench.published.Published.PublishedValue;
import io.poolbench.stats.Range;
import io.poolbench.stats.SampleMean;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A published value and the measured one.
 *
 * @param published in the metric's unit
 * @param measured at the published load, be the level INVALID; null if there is none
 * @param interval its 95 % interval; empty if unknown
 * @param remark why the values do not agree, by the counters; empty if they agree
 */
record AgreementValue(
    PublishedColumn column,
    double published,
    Double measured,
    Optional<Range> interval,
    Agreement agreement,
    String remark) {
  /** The probability beyond each end of an interval. */
  static final double TAIL = 0.025;

  AgreementValue {
    Objects.requireNonNull(column, "column");
    Objects.requireNonNull(interval, "interval");
    Objects.requireNonNull(agreement, "agreement");
    Objects.requireNonNull(remark, "remark");
  }

  static AgreementValue of(PublishedColumn column, double published, Curve curve, int load) {
    if (column.isCapacity()) {
      return CapacityAgreement.of(curve, published, column.band()).value(column);
    }
    Optional<JudgedLevel> level = curve.at(load);
    if (level.isEmpty()) {
      return unknown(column, published, null, Agreement.MISSING, curve.missing(load));
    }
    JudgedLevel at = level.get();
    Double measured = Curve.value(column.metric(), at);
    if (!at.counts()) {
      String codes = String.join(" ", at.verdict().codes());
      return unknown(
          column, published, measured, Agreement.INVALID, curve.missing(load) + ", " + codes);
    }
    if (measured == null) {
      String lack = curve.load(load) + ": " + column.title() + " unknown";
      return unknown(column, published, null, Agreement.MISSING, lack);
    }
    Optional<Range> interval =
        new LevelNoise(at)
            .mean(column.metric())
            .map(mean -> interval(column.metric(), mean, measured));
    Agreement agreement =
        column.band().agreement(published, interval.orElse(new Range(measured, measured)));
    return new AgreementValue(
        column,
        published,
        measured,
        interval,
        agreement,
        Breakdown.line(at)
            .filter(counters -> agreement != Agreement.AGREES)
            .map(counters -> curve.load(load) + ": " + counters)
            .orElse(""));
  }

  /**
   * The 95 % interval of a metric in its unit. It has the value of all calls together, which is not
   * the mean of repetitions that differ much.
   */
  static Range interval(Metric metric, SampleMean mean, double measured) {
    Range scaled = mean.interval(TAIL);
    return new Range(
            LevelNoise.unscaled(metric, scaled.lower()),
            LevelNoise.unscaled(metric, scaled.upper()))
        .with(measured);
  }

  private static AgreementValue unknown(
      PublishedColumn column,
      double published,
      Double measured,
      Agreement agreement,
      String remark) {
    return new AgreementValue(column, published, measured, Optional.empty(), agreement, remark);
  }

  AgreementValue with(Agreement changed, String why) {
    return new AgreementValue(column, published, measured, interval, changed, why);
  }

  /** Published units mean nothing if calls cost other than in the study. */
  AgreementValue notCalibrated() {
    return agreement.isCompared() ? with(Agreement.NOT_CALIBRATED, remark) : this;
  }

  /** As texts, in a row with these settings. */
  PublishedValue text(Map<String, String> row) {
    return new PublishedValue(
        row,
        column.title(),
        column.text(published),
        measured == null ? "" : column.text(measured) + interval.map(this::text).orElse(""),
        measured == null ? "" : column.deviationText(published, measured),
        agreement,
        remark);
  }

  private String text(Range range) {
    return " [%s, %s]".formatted(column.text(range.lower()), column.text(range.upper()));
  }
}
