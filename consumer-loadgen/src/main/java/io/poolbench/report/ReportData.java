package io.poolbench.report;

import io.poolbench.result.Metric;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the script of {@code report.html} draws.
 *
 * @param metrics title and unit of each metric that a curve has, by id
 * @param curves one a cell, in the order of the study
 */
record ReportData(Map<String, Label> metrics, List<CurveData> curves) {
  /** The name of a metric in charts. */
  record Label(String title, String unit) {}

  static ReportData of(List<CurveData> curves) {
    return new ReportData(labels(), curves);
  }

  static Map<String, Label> labels() {
    Map<String, Label> labels = new LinkedHashMap<>();
    for (Metric metric : Metric.values()) {
      labels.put(metric.id(), new Label(metric.title(), metric.unit().symbol()));
    }
    return labels;
  }
}
