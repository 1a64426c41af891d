package io.poolbench.report;

import io.poolbench.report.ReportData.Label;
import java.util.List;
import java.util.Map;

/**
 * What the script of a comparison draws.
 *
 * @param metrics the words for the metrics of curves, by id
 * @param panels the curves of each panel
 */
record ComparisonData(Map<String, Label> metrics, List<List<Labelled>> panels) {
  /** A curve, and how it is called beside others. */
  record Labelled(String label, CurveData curve) {}

  static ComparisonData of(List<ComparisonPanel> panels) {
    return new ComparisonData(
        ReportData.labels(),
        panels.stream()
            .map(
                panel ->
                    panel.sides().stream()
                        .map(
                            side ->
                                new Labelled(
                                    PlainText.line(side.label()), ComparisonPanel.curve(side)))
                        .toList())
            .toList());
  }
}
