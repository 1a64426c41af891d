package io.poolbench.report;

import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.Spread;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.sla.RepeatedCell;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Sla;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * A cell over its load levels as the scripts of a page read it: a list per field, in the order of
 * {@code levels}. Texts have no control characters; they may look like markup.
 *
 * @param unit what levels count: {@code users} or {@code requests/s}
 * @param levels by rising load
 * @param reasons empty where a level passed
 * @param samples the number of steps behind each level
 * @param metrics by id of {@link Metric}; without those that are unknown at every level
 */
record CurveData(
    String name,
    String pool,
    String unit,
    String sla,
    List<Limit> limits,
    CapacityBar capacity,
    List<Integer> levels,
    List<Verdict.Kind> verdicts,
    List<String> reasons,
    List<Integer> samples,
    Map<String, SpreadColumns> metrics,
    List<Spectrum> spectra,
    List<PublishedPoint> published) {
  private static final MathContext DIGITS = new MathContext(5);

  /** A bound of the SLA. */
  record Limit(String metric, double limit, String text) {}

  /**
   * A metric level by level; null where unknown.
   *
   * @param lowest null where no level has more than one value
   * @param highest likewise
   */
  record SpreadColumns(List<Double> median, List<Double> lowest, List<Double> highest) {}

  static CurveData of(StudyResult result, RepeatedCell repeated) {
    Cell cell = repeated.cell();
    List<LoadPoint> points = LoadPoint.of(repeated);
    return new CurveData(
        PlainText.line(cell.name()),
        PlainText.line(cell.provider().pool().label()),
        FigureText.unit(cell.load().workload()),
        PlainText.line(cell.sla().text()),
        cell.sla().bounds().stream().map(CurveData::limit).toList(),
        CapacityBar.of(repeated),
        points.stream().map(LoadPoint::level).toList(),
        points.stream().map(LoadPoint::verdict).toList(),
        points.stream().map(point -> ViolationText.of(point.violations())).toList(),
        points.stream().map(LoadPoint::samples).toList(),
        metrics(points),
        new ChosenSpectra(repeated, points).spectra(),
        PublishedPoint.of(result, repeated));
  }

  private static Limit limit(Sla.Bound bound) {
    return new Limit(bound.figure().id(), bound.limit(), bound.text());
  }

  private static Map<String, SpreadColumns> metrics(List<LoadPoint> points) {
    Map<String, SpreadColumns> metrics = new LinkedHashMap<>();
    for (Metric metric : Metric.values()) {
      List<Spread> spreads = points.stream().map(point -> point.metrics().get(metric)).toList();
      if (spreads.stream().anyMatch(Objects::nonNull)) {
        boolean spread = spreads.stream().anyMatch(of -> of != null && of.count() > 1);
        metrics.put(
            metric.id(),
            new SpreadColumns(
                column(spreads, Spread::median),
                spread ? column(spreads, Spread::lowest) : null,
                spread ? column(spreads, Spread::highest) : null));
      }
    }
    return metrics;
  }

  private static List<Double> column(List<Spread> spreads, Function<Spread, Double> of) {
    return spreads.stream().map(s -> s == null ? null : rounded(of.apply(s))).toList();
  }

  /** To more digits than a chart shows. */
  static Double rounded(double value) {
    return BigDecimal.valueOf(value).round(DIGITS).doubleValue();
  }
}
