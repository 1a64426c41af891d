package io.poolbench.published;

import io.poolbench.published.AgreementValue.AgreementStatus;
import java.util.Objects;
import java.util.Optional;

/**
 * A published value with the measured one and the values of theory.
 *
 * @param value the published and the measured value
 * @param study value by theory for the study's system; null if unknown
 * @param host value by theory for the result's host; null if unknown
 * @param relative in the units of each host; null if these are unknown, or the same
 */
public record TheoryValue(AgreementValue value, Double study, Double host, RelativeValue relative) {
  public TheoryValue {
    Objects.requireNonNull(value, "value");
  }

  /** The theory whose value is within the band of the published one. */
  public enum Reach {
    /** Theory for this host: the host does not cause a deviation. */
    HOST("host"),
    /** Only theory for the study's system: this host cannot reach the value. */
    STUDY("study"),
    /** Neither theory: the value depends on something that theory does not model. */
    NONE("none"),
    UNKNOWN("");

    private final String id;

    Reach(String id) {
      this.id = id;
    }

    public String id() {
      return id;
    }
  }

  public Reach reach() {
    if (host == null) {
      return Reach.UNKNOWN;
    }
    if (has(host)) {
      return Reach.HOST;
    }
    return study != null && has(study) ? Reach.STUDY : Reach.NONE;
  }

  private boolean has(double theory) {
    return value.column().band().agrees(value.published(), theory);
  }

  /** Whether the measured value is within the band of theory's value; null if either is unknown. */
  public Boolean agrees(Double theory) {
    if (theory == null || !value.status().isCompared()) {
      return null;
    }
    return value.column().band().agrees(theory, value.measured());
  }

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
}
