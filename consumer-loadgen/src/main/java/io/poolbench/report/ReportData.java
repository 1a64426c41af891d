package io.poolbench.report;

import io.poolbench.plot.PlotFigure;
import io.poolbench.plot.PoolCurve;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the script of {@code report.html} draws.
 *
 * @param figures the words for the figures of curves, by id
 * @param curves one a cell, in the order of the study
 */
record ReportData(Map<String, FigureData> figures, List<CurveData> curves) {
  /** A figure in words. */
  record FigureData(String title, String unit) {}

  static ReportData of(List<PoolCurve> curves) {
    return new ReportData(figureWords(), curves.stream().map(CurveData::of).toList());
  }

  static Map<String, FigureData> figureWords() {
    Map<String, FigureData> figures = new LinkedHashMap<>();
    for (PlotFigure figure : PlotFigure.values()) {
      figures.put(figure.id(), new FigureData(figure.title(), figure.unit()));
    }
    return figures;
  }
}
