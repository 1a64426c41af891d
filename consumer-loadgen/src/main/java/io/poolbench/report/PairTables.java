package io.poolbench.report;

import io.poolbench.compare.Deviation;
import io.poolbench.compare.LevelComparison;
import io.poolbench.compare.Pair;
import io.poolbench.compare.Side;
import io.poolbench.report.Table.Column;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The tables of a pair of cells: warnings, then each metric at each load that both measured. */
final class PairTables {
  private final Pair pair;

  PairTables(Pair pair) {
    this.pair = pair;
  }

  void writeTo(Page page) throws IOException {
    page.heading(2, pair.title());
    page.paragraph(pair.sentence());
    page.paragraph(pool(pair.baseline()) + "; " + pool(pair.candidate()) + ".");
    for (String warning : pair.warnings()) {
      page.paragraph("Beware: " + warning);
    }
    if (!pair.levels().isEmpty()) {
      page.heading(3, "Deviations, load by load");
      page.table(deviations());
      if (tested()) {
        page.paragraph("* more than noise; ? cannot be known");
      }
      page.heading(3, "Figures, load by load");
      page.table(figures());
    }
    for (String sentence : pair.leftOut()) {
      page.paragraph(sentence);
    }
  }

  private static String pool(Side side) {
    return side.letter() + " is " + side.cell().ranPool().label();
  }

  private Table deviations() {
    List<Column> columns = new ArrayList<>();
    columns.add(level());
    LevelComparison.METRICS.stream()
        .map(metric -> Column.figure(heading(metric)))
        .forEach(columns::add);
    return new Table(columns, pair.levels().stream().map(this::deviations).toList());
  }

  private boolean tested() {
    return pair.deviations().stream().anyMatch(of -> of.significance().known());
  }

  private List<String> deviations(LevelComparison level) {
    List<String> row = new ArrayList<>();
    row.add(FigureText.count(level.level()));
    level.deviations().stream()
        .map(of -> of.amountText() + (tested() ? mark(of) : ""))
        .forEach(row::add);
    return row;
  }

  private static String mark(Deviation deviation) {
    return switch (deviation.significance().answer()) {
      case MORE_THAN_NOISE -> " *";
      case WITHIN_NOISE -> "  ";
      case UNKNOWN -> deviation.amount() == null ? "  " : " ?";
    };
  }

  private Table figures() {
    List<List<String>> rows = new ArrayList<>();
    for (LevelComparison level : pair.levels()) {
      String count = FigureText.count(level.level());
      for (Deviation deviation : level.deviations()) {
        rows.add(figures(count, deviation));
        count = "";
      }
    }
    List<Column> columns = new ArrayList<>();
    columns.add(level());
    columns.add(Column.text("figure"));
    columns.add(Column.figure(pair.baseline().letter()));
    columns.add(Column.figure(pair.candidate().letter()));
    columns.add(Column.figure("deviation"));
    if (tested()) {
      columns.add(Column.text("more than noise?"));
    }
    return new Table(columns, rows);
  }

  private List<String> figures(String level, Deviation deviation) {
    List<String> row = new ArrayList<>();
    row.add(level);
    row.add(heading(deviation.metric()));
    row.add(side(deviation, deviation.baseline()));
    row.add(side(deviation, deviation.candidate()));
    row.add(deviation.amountText());
    if (tested()) {
      row.add(deviation.significance().text());
    }
    return row;
  }

  private static String side(Deviation deviation, Spread spread) {
    return spread == null
        ? FigureText.UNKNOWN
        : SpreadText.of(spread, deviation.metric()::text, spread.count());
  }

  private static String heading(Metric metric) {
    return switch (metric) {
      case PROVIDER_CPU_PER_CALL -> "CPU us/call";
      case AVAILABILITY -> "avail %";
      default -> metric.heading();
    };
  }

  private Column level() {
    return Column.figure(FigureText.unit(pair.workload()));
  }
}
