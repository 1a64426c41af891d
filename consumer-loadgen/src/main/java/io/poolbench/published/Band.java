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

  /** The distance on either side, in the metric's unit. */
  double width(double published) {
    return Math.max(limits.absolute(), limits.percent() / 100 * Math.abs(published));
  }

  /** Whether a measured value agrees with a published one. */
  boolean agrees(double published, double measured) {
    return Math.abs(measured - published) <= width(published) + ROUNDING * Math.abs(published);
  }

  /** Whether deviations are printed in the unit of the value; in percent of it otherwise. */
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
