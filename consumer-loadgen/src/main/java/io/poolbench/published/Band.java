package io.poolbench.published;

import io.poolbench.journal.FigureText;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Unit;
import io.poolbench.published.Published.Agreement;
import io.poolbench.stats.Range;
import io.poolbench.study.Publication;

/** The distance within which a measured value agrees with a published one. */
record Band(String name, Publication.Band limits) {
  /** Tolerance for binary rounding, so that a value exactly on the bound is within it. */
  private static final double ROUNDING = 1e-9;

  double width(double published) {
    return Math.max(limits.absolute(), limits.percent() / 100 * Math.abs(published));
  }

  boolean agrees(double published, double measured) {
    return Math.abs(measured - published) <= width(published) + ROUNDING * Math.abs(published);
  }

  /** The agreement of a whole interval. */
  Agreement agreement(double published, Range interval) {
    if (agrees(published, interval.lower()) && agrees(published, interval.upper())) {
      return Agreement.AGREES;
    }
    double width = width(published);
    return interval.upper() < published - width || interval.lower() > published + width
        ? Agreement.DEVIATES
        : Agreement.OPEN;
  }

  boolean isAbsolute() {
    return limits.absolute() > 0;
  }

  /** Such as {@code CPU +-10 points}, {@code TPn +- the larger of 2 ms and 25 %}. */
  String text() {
    String percent = FigureText.exact(limits.percent()) + " %";
    String absolute = FigureText.exact(limits.absolute()) + unit();
    return name
        + (limits.percent() == 0
            ? " +-" + absolute
            : isAbsolute() ? " +- the larger of " + absolute + " and " + percent : " +-" + percent);
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
