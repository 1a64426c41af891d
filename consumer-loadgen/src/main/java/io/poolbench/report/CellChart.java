package io.poolbench.report;

import java.util.Locale;

/** The charts of a cell, from the top. */
enum CellChart {
  THROUGHPUT("Throughput and CPU", "TPS and the provider's CPU in percent over %s."),
  LATENCY(
      "Response time", "TP50, TP90, TP99 and TP999 in milliseconds over %s, with the SLA's bound."),
  POOL("What the pool did", "Threads at work, tasks waiting and calls refused over %s."),
  TIME(
      "Where the time of a call goes",
      "The parts of the mean response time in milliseconds over %s, one above the other."),
  SPECTRUM(
      "Percentile spectrum", "Response time in milliseconds by percentile, a line for some %s.");

  private final String title;
  private final String label;

  CellChart(String title, String label) {
    this.title = title;
    this.label = label;
  }

  String title() {
    return title;
  }

  /** Its place in the page. */
  Chart of(CurveData curve, int cell) {
    String kind = name().toLowerCase(Locale.ROOT);
    String shown = String.format(Locale.ROOT, label, curve.unit());
    return new Chart(kind, kind + "-" + cell, curve.name() + ": " + shown);
  }
}
