package io.poolbench.published;

import java.util.Objects;
import java.util.Optional;

/**
 * A published value and the measured one, each in a unit of its own host ({@link Units}).
 *
 * @param measured null if unknown
 * @param interval of the measured value, including the uncertainty of its unit; null if unknown
 * @param agreement within the band of the published value; {@link AgreementStatus#MISSING} if
 *     nothing was measured
 */
public record RelativeValue(
    String unit,
    double published,
    Double measured,
    ValueInterval interval,
    AgreementStatus agreement) {
  public RelativeValue {
    Objects.requireNonNull(unit, "unit");
    Objects.requireNonNull(agreement, "agreement");
  }

  /** A value in the units of the two hosts; empty if its unit does not depend on the host. */
  static Optional<RelativeValue> of(AgreementValue value, Units study, Units host) {
    return Units.Kind.of(value.column())
        .map(kind -> of(value, kind, study.size(kind).value(), host.size(kind)));
  }

  private static RelativeValue of(
      AgreementValue value, Units.Kind kind, double study, Units.Size host) {
    double published = value.published() / study;
    if (value.measured() == null || !value.status().isCompared()) {
      return new RelativeValue(kind.id(), published, null, null, AgreementStatus.MISSING);
    }
    double measured = value.measured() / host.value();
    ValueInterval interval =
        value.interval() == null || value.measured() <= 0
            ? null
            : ValueInterval.ratio(
                value.measured(), value.interval(), host.value(), host.interval());
    return new RelativeValue(
        kind.id(),
        published,
        measured,
        interval,
        value
            .column()
            .band()
            .agreement(
                value.published(),
                measured * study,
                interval == null ? null : interval.times(study)));
  }
}
