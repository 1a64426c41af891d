package io.poolbench.report;

import io.poolbench.plot.LoadPoint;
import io.poolbench.plot.MostBar;
import io.poolbench.plot.PlotFigure;
import io.poolbench.plot.PoolCurve;
import io.poolbench.plot.PublishedPoint;
import io.poolbench.plot.Spectrum;
import io.poolbench.result.Spread;
import io.poolbench.spec.Sla;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A curve as the scripts of pages read it, its points by columns, which takes the least room. Texts
 * are harmless in a line, but may still look like markup.
 *
 * @param levels users, or requests per second
 * @param verdicts of each level
 * @param reasons likewise; empty where it passed
 * @param looks how many steps are behind each level
 * @param figures by id; without those that no level knows
 */
record CurveData(
    String name,
    String pool,
    String unit,
    String sla,
    List<LimitData> limits,
    MostBar most,
    List<Integer> levels,
    List<String> verdicts,
    List<String> reasons,
    List<Integer> looks,
    Map<String, SpreadData> figures,
    List<SpectrumData> spectra,
    List<PublishedData> published) {
  private static final MathContext DIGITS = new MathContext(5);

  /** A bound of the SLA. */
  record LimitData(String figure, double limit, String text) {}

  /**
   * A figure level by level; null where unknown.
   *
   * @param lowest null where it is the median at every level
   * @param highest likewise
   */
  record SpreadData(List<Double> median, List<Double> lowest, List<Double> highest) {}

  /** A spectrum; each point is nines and milliseconds. */
  record SpectrumData(int level, String verdict, long calls, List<List<Double>> points) {}

  /** A published figure. */
  record PublishedData(int level, String figure, double value) {}

  static CurveData of(PoolCurve curve) {
    return new CurveData(
        PlainText.line(curve.name()),
        PlainText.line(curve.pool()),
        curve.unit(),
        PlainText.line(curve.sla()),
        curve.limits().stream().map(CurveData::limit).toList(),
        curve.most(),
        curve.points().stream().map(LoadPoint::level).toList(),
        curve.points().stream().map(point -> point.verdict().name()).toList(),
        curve.points().stream().map(point -> PlainText.line(point.reason())).toList(),
        curve.points().stream().map(LoadPoint::looks).toList(),
        figures(curve.points()),
        curve.spectra().stream().map(CurveData::spectrum).toList(),
        curve.published().stream().map(CurveData::published).toList());
  }

  private static LimitData limit(Sla.Bound bound) {
    return new LimitData(bound.figure().id(), bound.limit(), bound.text());
  }

  private static Map<String, SpreadData> figures(List<LoadPoint> points) {
    Map<String, SpreadData> figures = new LinkedHashMap<>();
    for (PlotFigure figure : PlotFigure.values()) {
      List<Spread> spreads = points.stream().map(point -> point.figures().get(figure)).toList();
      if (spreads.stream().anyMatch(spread -> spread != null)) {
        boolean spread = spreads.stream().anyMatch(of -> of != null && of.count() > 1);
        figures.put(
            figure.id(),
            new SpreadData(
                column(spreads, Spread::median),
                spread ? column(spreads, Spread::lowest) : null,
                spread ? column(spreads, Spread::highest) : null));
      }
    }
    return figures;
  }

  private static List<Double> column(List<Spread> spreads, Function<Spread, Double> of) {
    return spreads.stream().map(s -> s == null ? null : rounded(of.apply(s))).toList();
  }

  private static SpectrumData spectrum(Spectrum spectrum) {
    return new SpectrumData(
        spectrum.level(),
        spectrum.verdict().name(),
        spectrum.calls(),
        spectrum.points().stream()
            .map(point -> List.of(rounded(point.nines()), rounded(point.millis())))
            .toList());
  }

  private static PublishedData published(PublishedPoint point) {
    return new PublishedData(point.level(), point.figure().id(), point.value());
  }

  /** To more digits than a chart shows. */
  private static Double rounded(double figure) {
    return BigDecimal.valueOf(figure).round(DIGITS).doubleValue();
  }
}
