package io.poolbench.report;

import io.poolbench.compare.CapacityDeviation;
import io.poolbench.compare.Comparison;
import io.poolbench.compare.CriterionResult;
import io.poolbench.compare.Operand;
import io.poolbench.compare.Pair;
import io.poolbench.compare.Side;
import io.poolbench.compare.Significance;
import io.poolbench.report.Table.Column;
import io.poolbench.result.FigureText;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/** The tables of a comparison: criteria, the capacities of each pair, its metrics by load. */
final class ComparisonTables {
  private final Comparison comparison;

  ComparisonTables(Comparison comparison) {
    this.comparison = comparison;
  }

  void writeTo(Page page) throws IOException {
    page.heading(1, "Comparison with " + comparison.operands().get(0).source());
    for (CriterionResult result : comparison.results()) {
      page.paragraph(result.text());
    }
    page.heading(2, "Max " + units() + " within SLA");
    page.table(capacities());
    page.heading(2, "What is compared");
    writeOrigin(page);
    for (Pair pair : comparison.pairs()) {
      new PairTables(pair).writeTo(page);
    }
    writeLegend(page);
  }

  /** Writes which results are compared, and how their cells are paired. */
  void writeOrigin(Page page) throws IOException {
    page.table(operands());
    page.paragraph(
        "Where each of two results has one cell, or one is chosen, these make a pair; otherwise"
            + " cells of the same name do.");
    if (!comparison.unpaired().isEmpty()) {
      page.paragraph(
          "Without a partner, hence left out: "
              + comparison.unpaired().stream()
                  .map(Side::label)
                  .distinct()
                  .collect(Collectors.joining(", "))
              + ".");
    }
  }

  /** Writes how values of pairs are computed, and the assumption of their significance test. */
  void writeLegend(Page page) throws IOException {
    page.heading(2, "How to read it");
    page.paragraph(
        "Figures are medians of the repetitions (lowest..highest), INVALID steps left out; several"
            + " steps of a search at one load count once. A deviation is that of the medians, in %"
            + " of the baseline's, of CPU % and avail % in points.");
    page.paragraph("More than noise: " + Significance.ASSUMPTION);
  }

  private String units() {
    return comparison.pairs().stream()
        .map(pair -> FigureText.unit(pair.workload()))
        .distinct()
        .collect(Collectors.joining(" or "));
  }

  private Table operands() {
    return new Table(
        List.of(
            Column.text(""),
            Column.text("result"),
            Column.text("study"),
            Column.text("started"),
            Column.text("cells")),
        comparison.operands().stream().map(ComparisonTables::row).toList());
  }

  private static List<String> row(Operand operand) {
    return List.of(
        operand.letter(),
        operand.source(),
        operand.study().study(),
        operand.study().started().toString(),
        FigureText.count(operand.cells().size()));
  }

  private Table capacities() {
    return new Table(
        List.of(
            Column.text("baseline"),
            Column.text("against it"),
            Column.figure("baseline"),
            Column.figure("against it"),
            Column.figure("deviation"),
            Column.text("more than noise?")),
        comparison.pairs().stream().map(ComparisonTables::row).toList());
  }

  private static List<String> row(Pair pair) {
    CapacityDeviation most = pair.capacity();
    return List.of(
        pair.baseline().label(),
        pair.candidate().label(),
        most == null ? FigureText.UNKNOWN : SpreadText.capacity(pair.baseline().cell()),
        most == null ? FigureText.UNKNOWN : SpreadText.capacity(pair.candidate().cell()),
        most == null ? FigureText.UNKNOWN : most.amountText(),
        most == null ? FigureText.UNKNOWN : most.shownText());
  }
}
