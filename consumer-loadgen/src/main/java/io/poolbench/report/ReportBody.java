package io.poolbench.report;

import io.poolbench.published.Agreement;
import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.sla.Capacity;
import io.poolbench.sla.RepeatedCell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
  private final List<CurveData> curves;
  private final List<String> units;

  /**
   * @param curves of the result's cells
   */
  ReportBody(StudyResult result, List<CurveData> curves) {
    this.result = result;
    this.tables = new SlaTables(result);
    this.cells = RepeatedCell.of(result.cells());
    this.curves = List.copyOf(curves);
    this.units = curves.stream().map(CurveData::unit).distinct().toList();
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
    if (curves.stream().anyMatch(curve -> !curve.levels().isEmpty())) {
      SpacingChoice.writeTo(out);
    }
    for (int unit = 0; unit < units.size(); unit++) {
      writeOverview(out, unit);
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
    if (sharesSla()) {
      new HtmlPage(out, 0).paragraph("SLA: " + curves.get(0).sla());
    }
    // A few answers are read at once, many are better seen.
    if (cells.size() <= MOST_OPENED) {
      writeAnswers(out);
      writeMost(out);
    } else {
      writeMost(out);
      writeAnswers(out);
    }
    out.append("</section>\n");
  }

  /** What all cells promise is said once; with a single cell it belongs to its sentence. */
  private boolean sharesSla() {
    return curves.size() > 1 && curves.stream().map(CurveData::sla).distinct().count() == 1;
  }

  private void writeAnswers(Appendable out) throws IOException {
    out.append("<ul id=\"verdict\">\n");
    for (int i = 0; i < cells.size(); i++) {
      CurveData curve = curves.get(i);
      out.append("<li><p><a href=\"#cell-" + i + "\">").append(HtmlText.escape(curve.name()));
      out.append("</a> <strong>").append(HtmlText.escape(answer(cells.get(i), curve)));
      out.append("</strong>");
      if (!sharesSla()) {
        out.append(" within ").append(HtmlText.escape(curve.sla()));
      }
      out.append("</p>\n<p>").append(HtmlText.escape(why(cells.get(i)))).append("</p>\n");
      String cause = Cause.sentence(cells.get(i));
      if (!cause.isEmpty()) {
        out.append("<p class=\"cause\">").append(HtmlText.escape(cause)).append("</p>\n");
      }
      out.append("</li>\n");
    }
    out.append("</ul>\n");
  }

  /** Such as {@code at least 24 users}; a word stays alone. */
  private static String answer(RepeatedCell cell, CurveData curve) {
    String answer = SpreadText.capacity(cell);
    return curve.capacity().level() == 0 ? answer : answer + " " + curve.unit();
  }

  private static String why(RepeatedCell cell) {
    if (cell.count() == 1) {
      return why(cell.repetitions().get(0));
    }
    List<String> each = new ArrayList<>();
    for (CellResult repetition : cell.repetitions()) {
      String answer = Capacity.of(repetition).answer();
      each.add("Repetition " + repetition.repetition() + ": " + answer + ". " + why(repetition));
    }
    return String.join(" ", each);
  }

  private static String why(CellResult repetition) {
    String why = Capacity.of(repetition).why();
    return repetition.failed()
        ? why + " Broke off: " + PlainText.lines(repetition.failure()).get(0)
        : why;
  }

  private void writeMost(Appendable out) throws IOException {
    for (int unit = 0; unit < units.size(); unit++) {
      String label = "Bar chart of the most " + units.get(unit) + " within the SLA, by pool.";
      new Chart("most", "most-" + unit, label).writeTo(out);
    }
  }

  /** Where there is more than one pool to a unit. */
  private void writeOverview(Appendable out, int unit) throws IOException {
    String name = units.get(unit);
    if (curves.stream().filter(curve -> curve.unit().equals(name)).count() < 2) {
      return;
    }
    out.append("<section>\n<h2>All pools over ").append(name).append("</h2>\n");
    for (String figure : List.of("TPS", "TP99")) {
      out.append("<h3>").append(figure).append("</h3>\n");
      String id = "overview-" + figure.toLowerCase(Locale.ROOT) + "-" + unit;
      String label = "Line chart of " + figure + " over " + name + ", a line for each pool.";
      new Chart("overview", id, label).writeTo(out);
    }
    out.append("</section>\n");
  }

  private void writeCell(Appendable out, int index) throws IOException {
    CurveData curve = curves.get(index);
    out.append("<details class=\"cell\" id=\"cell-" + index + "\" data-cell=\"" + index + "\"");
    out.append(cells.size() <= MOST_OPENED ? " open>" : ">");
    out.append("\n<summary><h2>").append(HtmlText.escape(curve.name())).append("</h2> <span>");
    out.append(HtmlText.escape(answer(cells.get(index), curve))).append("</span></summary>\n");
    if (!curve.levels().isEmpty()) {
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
