package io.poolbench.published;

import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.Unit;
import io.poolbench.spec.Publication;

/**
 * How far a measured value may be from a published one to agree with it.
 *
 * @param name of the band, such as {@code TPS}
 * @param limits the distances
 */
public record Band(String name, Publication.Band limits) {
  /** Decimal fractions have no exact binary ones: a value on the bound itself is within it. */
  private static final double ROUNDING = 1e-9;

  double width(double published) {
    return Math.max(limits.absolute(), limits.percent() / 100 * Math.abs(published));
  }

  /** Whether a measured value agrees with a published one. */
  boolean agrees(double published, double measured) {
    return Math.abs(measured - published) <= width(published) + ROUNDING * Math.abs(published);
  }

  /**
   * Whether a measured value agrees by its interval: all of it does, none of it does, or it is
   * open.
   *
   * @param interval null where the noise of the measured value is unknown: it counts as exact
   */
  AgreementStatus agreement(double published, double measured, ValueInterval interval) {
    if (interval == null) {
      return agrees(published, measured) ? AgreementStatus.AGREES : AgreementStatus.DEVIATES;
    }
    if (agrees(published, interval.low()) && agrees(published, interval.high())) {
      return AgreementStatus.AGREES;
    }
    double width = width(published);
    return interval.high() < published - width || interval.low() > published + width
        ? AgreementStatus.DEVIATES
        : AgreementStatus.OPEN;
  }

  boolean isAbsolute() {
    return limits.absolute() > 0;
  }

  /** Such as {@code +-10 %}, {@code +-10 points}, {@code +- the larger of 2 ms and 25 %}. */
  public String text() {
    String percent = FigureText.exact(limits.percent()) + " %";
    String absolute = FigureText.exact(limits.absolute()) + unit();
    if (limits.percent() == 0) {
      return "+-" + absolute;
    }
    return isAbsolute() ? "+- the larger of " + absolute + " and " + percent : "+-" + percent;
  }

  private String unit() {
    Unit unit =
        limits.metrics().stream()
            .flatMap(id -> Metric.of(id).stream())
            .map(Metric::unit)
            .findFirst()
            .orElse(Unit.COUNT);
    return unit == Unit.PERCENT ? " points" : unit.symbol().isEmpty() ? "" : " " + unit.symbol();
  }
}
