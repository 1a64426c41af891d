package io.poolbench.report;

import io.poolbench.agreement.Agreement;
import io.poolbench.plot.PoolCurve;
import io.poolbench.result.StudyResult;
import io.poolbench.sla.MostLoad;
import io.poolbench.sla.RepeatedCell;
import java.io.IOException;
import java.util.List;

/**
 * What stands in {@code report.html}: the verdict first, then how it comes about, then all figures.
 * All of it but the charts is there without a script.
 */
final class ReportBody {
  /** With more cells than these the reader opens what is of interest. */
  private static final int MOST_OPENED = 3;

  private final StudyResult result;
  private final SlaTables tables;
  private final List<RepeatedCell> cells;
  private final List<PoolCurve> curves;

  /**
   * @param curves of the result's cells
   */
  ReportBody(StudyResult result, List<PoolCurve> curves) {
    this.result = result;
    this.tables = new SlaTables(result);
    this.cells = RepeatedCell.of(result.cells());
    this.curves = List.copyOf(curves);
  }

  void writeTo(Appendable out) throws IOException {
    HtmlPage page = new HtmlPage(out, 0);
    out.append("<header>\n<p class=\"study\">");
    out.append(HtmlText.escape(result.study())).append("</p>\n");
    page.heading(1, result.title());
    if (result.interrupted()) {
      page.paragraph("INTERRUPTED: these results are partial.");
    }
    out.append("</header>\n<main id=\"main\">\n");
    writeVerdict(out);
    List<String> units = curves.stream().map(PoolCurve::unit).distinct().toList();
    for (int unit = 0; unit < units.size(); unit++) {
      writeOverview(out, units.get(unit), unit);
    }
    for (int cell = 0; cell < cells.size(); cell++) {
      writeCell(out, cell);
    }
    writeRest(out);
    out.append("</main>\n");
  }

  private void writeVerdict(Appendable out) throws IOException {
    out.append("<section>\n<h2>How much load each pool supports within its SLA</h2>\n");
    if (cells.isEmpty()) {
      out.append("<p>No cell was run.</p>\n");
    }
    out.append("<ul id=\"verdict\">\n");
    for (int i = 0; i < cells.size(); i++) {
      out.append("<li><p><a href=\"#cell-").append(Integer.toString(i)).append("\">");
      out.append(HtmlText.escape(cells.get(i).cell().name())).append("</a> <strong>");
      out.append(HtmlText.escape(answer(cells.get(i), curves.get(i)))).append("</strong></p>\n<p>");
      out.append(HtmlText.escape(why(cells.get(i)))).append("</p>\n");
      if (!curves.get(i).cause().isEmpty()) {
        out.append("<p class=\"cause\">");
        out.append(HtmlText.escape(curves.get(i).cause())).append("</p>\n");
      }
      out.append("</li>\n");
    }
    out.append("</ul>\n</section>\n");
  }

  private static String answer(RepeatedCell cell, PoolCurve curve) {
    return SpreadText.mostLoad(cell) + " " + curve.unit();
  }

  private static String why(RepeatedCell cell) {
    MostLoad first = MostLoad.of(cell.repetitions().get(0));
    return cell.count() == 1
        ? first.sentence()
        : "Median of " + cell.count() + " repetitions. The first: " + first.sentence();
  }

  private void writeOverview(Appendable out, String unit, int number) throws IOException {
    out.append("<section>\n<h2>Most ").append(unit).append(" within the SLA</h2>\n");
    new Chart(
            "most",
            "most-" + number,
            "Bar chart of the most " + unit + " within the SLA, a bar for each pool.")
        .writeTo(out);
    if (curves.stream().filter(curve -> curve.unit().equals(unit)).count() > 1) {
      for (String figure : List.of("TPS", "TP99")) {
        out.append("<h3>").append(figure).append(" of all pools</h3>\n");
        new Chart(
                "overview",
                "overview-" + figure.toLowerCase(java.util.Locale.ROOT) + "-" + number,
                "Line chart of " + figure + " over " + unit + ", a line for each pool.")
            .writeTo(out);
      }
    }
    out.append("</section>\n");
  }

  private void writeCell(Appendable out, int index) throws IOException {
    PoolCurve curve = curves.get(index);
    out.append("<details class=\"cell\" id=\"cell-" + index + "\" data-cell=\"" + index + "\"");
    out.append(cells.size() <= MOST_OPENED ? " open>" : ">");
    out.append("\n<summary><h2>").append(HtmlText.escape(curve.name())).append("</h2> <span>");
    out.append(HtmlText.escape(answer(cells.get(index), curve))).append("</span></summary>\n");
    if (!curve.points().isEmpty()) {
      for (CellChart chart : CellChart.values()) {
        out.append("<h3>").append(chart.title()).append("</h3>\n");
        chart.of(curve, index).writeTo(out);
      }
    }
    out.append("<details class=\"figures\"><summary>All figures, pool and environment</summary>\n");
    SlaTables.write(cells.get(index), new HtmlPage(out, 1));
    out.append("</details>\n</details>\n");
  }

  private void writeRest(Appendable out) throws IOException {
    HtmlPage page = new HtmlPage(out, 0);
    Agreement agreement = Agreement.of(result);
    if (!agreement.isEmpty()) {
      out.append("<details class=\"figures\"><summary>Held against published figures: ");
      out.append(HtmlText.escape(agreement.tally().text())).append(" agree</summary>\n");
      new AgreementTables(agreement).writeTo(page);
      out.append("</details>\n");
    }
    out.append("<details class=\"figures\"><summary>Pools side by side</summary>\n");
    tables.sideBySideTo(page);
    out.append(
        "</details>\n<details class=\"figures\"><summary>Host, calibration, and how to read");
    out.append(" the tables</summary>\n");
    tables.originTo(page);
    tables.calibrationTo(page);
    tables.legendTo(page);
    out.append("</details>\n");
  }
}
