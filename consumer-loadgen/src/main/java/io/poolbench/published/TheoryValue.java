package io.poolbench.published;

import io.poolbench.published.AgreementValue.AgreementStatus;
import io.poolbench.result.AgreementRow;
import io.poolbench.result.Calibrated;
import io.poolbench.result.Calibrated.Reached;
import io.poolbench.result.Metric;
import io.poolbench.result.Unit;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * A published value with the measured one and the values of theory.
 *
 * @param row of the published table
 * @param value the published and the measured value
 * @param study value by theory for the study's system; null if unknown
 * @param host value by theory for the result's host; null if unknown
 * @param relative in the units of each host; null if these are unknown, or the same
 */
public record TheoryValue(
    PublishedRow row, AgreementValue value, Double study, Double host, RelativeValue relative) {
  public TheoryValue {
    Objects.requireNonNull(value, "value");
  }

  public PublishedColumn column() {
    return value.column();
  }

  /** The theory whose value is within the band of the published one. */
  public enum Reach {
    /** Theory for this host: the host does not cause a deviation. */
    HOST,
    /** Only theory for the study's system: this host cannot reach the value. */
    STUDY,
    /** Neither theory: the value depends on something that theory does not model. */
    NONE,
    UNKNOWN;

    /** As in files: empty where it is unknown. */
    String id() {
      return this == UNKNOWN ? "" : name().toLowerCase(Locale.ROOT);
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
    return column().band().agrees(value.published(), theory);
  }

  /** Whether the measured value is within the band of theory's value; null if either is unknown. */
  public Boolean agrees(Double theory) {
    if (theory == null || !value.isKnown()) {
      return null;
    }
    return column().band().agrees(theory, value.measured());
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

    /** Null if a unit is unknown, or if the value's does not depend on the host. */
    static RelativeValue of(AgreementValue value, Theory study, Units host) {
      return study == null || host == null
          ? null
          : Units.Kind.of(value.column())
              .map(kind -> of(value, kind, Units.of(study).size(kind).value(), host.size(kind)))
              .orElse(null);
    }

    private static RelativeValue of(
        AgreementValue value, Units.Kind kind, double study, Reached host) {
      double published = value.published() / study;
      if (!value.isKnown()) {
        return new RelativeValue(kind.id(), published, null, null, AgreementStatus.MISSING);
      }
      double measured = value.measured() / host.value();
      ValueInterval interval =
          value.interval() == null || value.measured() <= 0
              ? null
              : Units.ratio(value.interval().around(value.measured()), host);
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

  AgreementRow written() {
    ValueInterval interval = value.interval();
    ValueInterval inUnit = relative == null ? null : relative.interval();
    return new AgreementRow(
        row.table(),
        row.name(),
        column().column(),
        value.published(),
        value.measured(),
        value.status().id(),
        study,
        agrees(study),
        host,
        agrees(host),
        reach().id(),
        interval == null ? null : interval.low(),
        interval == null ? null : interval.high(),
        relative == null ? "" : relative.unit(),
        relative == null ? null : relative.published(),
        relative == null ? null : relative.measured(),
        inUnit == null ? null : inUnit.low(),
        inUnit == null ? null : inUnit.high(),
        relative == null ? "" : relative.agreement().id());
  }

  /**
   * Units in which providers on hosts of different speed can be compared: the saturated throughput,
   * the response time of a call that waits for no other, and the users at the knee, which by
   * Little's law are the product of both.
   */
  record Units(Reached saturationTps, Reached uncontendedMillis) {
    private static final double MILLIS_PER_SECOND = 1000;

    enum Kind {
      SATURATION_TPS,
      UNCONTENDED_MS,
      KNEE_USERS;

      String id() {
        return name().toLowerCase(Locale.ROOT);
      }

      /** The unit of a column; empty if its values do not depend on the host's speed. */
      static Optional<Kind> of(PublishedColumn column) {
        if (column.isCapacity()) {
          return Optional.of(KNEE_USERS);
        }
        if (column.metric() == Metric.TPS) {
          return Optional.of(SATURATION_TPS);
        }
        return column.metric().unit() == Unit.MILLIS
            ? Optional.of(UNCONTENDED_MS)
            : Optional.empty();
      }
    }

    static Units of(Theory theory) {
      return new Units(exactly(theory.saturationTps()), exactly(theory.uncontendedMillis()));
    }

    private static Reached exactly(double value) {
      return new Reached(value, value, value);
    }

    static Units of(Calibrated calibrated) {
      Reached thread = calibrated.threadMillis();
      Reached outside = calibrated.outsideMillis();
      double value = thread.value() + outside.value();
      double below = Math.hypot(thread.value() - thread.low(), outside.value() - outside.low());
      double above = Math.hypot(thread.high() - thread.value(), outside.high() - outside.value());
      return new Units(
          calibrated.saturationTps(), new Reached(value, value - below, value + above));
    }

    Reached size(Kind kind) {
      return switch (kind) {
        case SATURATION_TPS -> saturationTps;
        case UNCONTENDED_MS -> uncontendedMillis;
        case KNEE_USERS -> knee();
      };
    }

    private Reached knee() {
      Reached perCall = ratio(exactly(1), saturationTps).around(1 / saturationTps.value());
      return ratio(uncontendedMillis, perCall)
          .times(1 / MILLIS_PER_SECOND)
          .around(saturationTps.value() / MILLIS_PER_SECOND * uncontendedMillis.value());
    }

    /** The interval of a ratio of independent values: squared deviations of logarithms add up. */
    static ValueInterval ratio(Reached of, Reached divisor) {
      double ratio = of.value() / divisor.value();
      double below =
          Math.hypot(Math.log(of.value() / of.low()), Math.log(divisor.high() / divisor.value()));
      double above =
          Math.hypot(Math.log(of.high() / of.value()), Math.log(divisor.value() / divisor.low()));
      return new ValueInterval(ratio * Math.exp(-below), ratio * Math.exp(above));
    }
  }
}
