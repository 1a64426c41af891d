package io.poolbench.report;

import io.poolbench.compare.Comparison;
import io.poolbench.compare.Pair;
import io.poolbench.compare.Ruling;
import io.poolbench.compare.Side;
import io.poolbench.result.FigureText;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * What stands in the page of a comparison: how much load each side serves and whether the criteria
 * hold, then the curves in the same charts, then each figure at each load. All of it but the charts
 * is there without a script.
 */
final class ComparisonBody {
  /** With more panels than these the reader opens what is of interest. */
  private static final int MOST_OPENED = 3;

  private static final List<String> DRAWN = List.of("TPS", "TP99", "CPU");

  private final Comparison comparison;
  private final List<ComparisonPanel> panels;

  ComparisonBody(Comparison comparison, List<ComparisonPanel> panels) {
    this.comparison = comparison;
    this.panels = List.copyOf(panels);
  }

  /** As text. */
  String title() {
    return comparison.pairs().size() == 1
        ? comparison.pairs().get(0).title()
        : "Comparison with " + comparison.operands().get(0).source();
  }

  void writeTo(Appendable out) throws IOException {
    HtmlPage page = new HtmlPage(out, 0);
    out.append("<header>\n<p class=\"study\">Comparison</p>\n");
    page.heading(1, title());
    out.append("</header>\n<main id=\"main\">\n");
    writeVerdict(out);
    SpacingChoice.writeTo(out);
    for (int panel = 0; panel < panels.size(); panel++) {
      writePanel(out, panel);
    }
    out.append("<details class=\"figures\"><summary>Results, and how to read the tables</summary>");
    out.append('\n');
    ComparisonTables tables = new ComparisonTables(comparison);
    tables.writeOrigin(page);
    tables.writeLegend(page);
    out.append("</details>\n</main>\n");
  }

  private void writeVerdict(Appendable out) throws IOException {
    HtmlPage page = new HtmlPage(out, 0);
    page.heading(2, "How much load each side serves within its SLA");
    out.append("<ul id=\"verdict\">\n");
    for (Pair pair : comparison.pairs()) {
      out.append("<li><p>").append(HtmlText.escape(pair.title()));
      out.append(" <strong>").append(HtmlText.escape(answers(pair))).append("</strong></p>\n");
      page.paragraph(pair.sentence());
      for (String warning : pair.warnings()) {
        page.paragraph("Beware: " + warning);
      }
      out.append("</li>\n");
    }
    out.append("</ul>\n");
    for (Ruling ruling : comparison.rulings()) {
      page.paragraph(ruling.text());
    }
  }

  /** Both sides' most load, such as {@code A 24, B at least 32 users}. */
  private static String answers(Pair pair) {
    return pair.capacity() == null
        ? "not the same kind of load"
        : answer(pair.baseline())
            + ", "
            + answer(pair.candidate())
            + " "
            + FigureText.unit(pair.workload());
  }

  private static String answer(Side side) {
    return side.letter() + " " + SpreadText.capacity(side.cell());
  }

  private void writePanel(Appendable out, int index) throws IOException {
    ComparisonPanel panel = panels.get(index);
    out.append("<details class=\"cell\" id=\"cell-" + index + "\" data-cell=\"" + index + "\"");
    out.append(panels.size() <= MOST_OPENED ? " open>" : ">");
    out.append("\n<summary><h2>").append(HtmlText.escape(panel.title())).append("</h2></summary>");
    out.append('\n');
    String most = "Bar chart of the most " + panel.unit() + " within the SLA, by side.";
    new Chart("most", "most-" + index, most).writeTo(out);
    for (String figure : DRAWN) {
      out.append("<h3>").append(figure).append("</h3>\n");
      new Chart(
              "overview",
              figure.toLowerCase(Locale.ROOT) + "-" + index,
              panel.title() + ": " + figure + " over " + panel.unit() + ", a line for each side.")
          .writeTo(out);
    }
    for (Pair pair : panel.pairs()) {
      out.append("<details class=\"figures\"><summary>Figures of ");
      out.append(HtmlText.escape(pair.title())).append(", load by load</summary>\n");
      new PairTables(pair).writeTo(new HtmlPage(out, 1));
      out.append("</details>\n");
    }
    out.append("</details>\n");
  }
}
