package io.poolbench.published;

import io.poolbench.published.AgreementValue.AgreementStatus;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.Unit;
import io.poolbench.spec.Publication;

/** The distance within which a measured value agrees with a published one. */
public record Band(String name, Publication.Band limits) {
  /** Tolerance for binary rounding, so that a value exactly on the bound is within it. */
  private static final double ROUNDING = 1e-9;

  double width(double published) {
    return Math.max(limits.absolute(), limits.percent() / 100 * Math.abs(published));
  }

  boolean agrees(double published, double measured) {
    return Math.abs(measured - published) <= width(published) + ROUNDING * Math.abs(published);
  }

  /** The agreement of a whole interval; without one the measured value counts as exact. */
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
    return unit == Unit.PERCENT ? " points" : unit.suffix();
  }
}
