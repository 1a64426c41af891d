package io.poolbench.report;

import io.poolbench.published.Agreement;
import io.poolbench.published.DecidedFinding;
import io.poolbench.published.HeldFigure;
import io.poolbench.published.HeldRow;
import io.poolbench.published.HeldTable;
import io.poolbench.published.PublishedFigure;
import io.poolbench.published.Ruling;
import io.poolbench.published.Standing;
import io.poolbench.published.Statement;
import io.poolbench.report.Table.Column;
import io.poolbench.result.FigureText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A result beside published figures: table by table what was published, what was measured and how
 * far they are apart, then the agreement in a line and the published findings. Nothing where there
 * is no published table.
 */
final class AgreementTables {
  private static final String MARKS =
      "Measured: the median at the published load. Deviation: of TPS in percent, of CPU in points,"
          + " of TPn in ms, of users in users. ! beyond its band; ? measured in INVALID steps only;"
          + " - not measured";

  private final Agreement agreement;

  AgreementTables(Agreement agreement) {
    this.agreement = agreement;
  }

  void writeTo(Page page) throws IOException {
    if (agreement.isEmpty()) {
      return;
    }
    for (HeldTable table : agreement.tables()) {
      page.heading(2, "Held against the published " + table.table().name());
      for (String note : table.table().notes()) {
        page.paragraph(note);
      }
      page.table(table(table));
      List<String> remarks = remarks(table);
      if (!remarks.isEmpty()) {
        page.paragraph("What does not agree, with what the counters show there:");
        page.notes(remarks);
      }
    }
    page.paragraph(MARKS);
    lineTo(page);
    if (!agreement.findings().isEmpty()) {
      findings(page);
    }
  }

  /** The agreement in a line and how each finding came out, without the figures behind them. */
  void summaryTo(Page page) throws IOException {
    if (agreement.isEmpty()) {
      return;
    }
    lineTo(page);
    if (!agreement.findings().isEmpty()) {
      page.table(
          new Table(
              List.of(Column.figure("finding"), Column.text("is"), Column.text("published")),
              agreement.findings().stream()
                  .map(
                      finding ->
                          List.of(
                              String.valueOf(finding.number()),
                              finding.ruling().toString(),
                              finding.text()))
                  .toList()));
    }
  }

  private void lineTo(Page page) throws IOException {
    page.heading(2, "Agreement with the published figures");
    page.paragraph(agreement.line());
    if (agreement.knee() != null) {
      page.paragraph(agreement.knee().line());
    }
  }

  private static Table table(HeldTable table) {
    List<String> of = addresses(table);
    List<Column> columns = new ArrayList<>();
    of.forEach(name -> columns.add(Column.figure(name)));
    columns.add(Column.text("of"));
    table.figures().forEach(figure -> columns.add(Column.figure(figure.title())));
    List<List<String>> rows = new ArrayList<>();
    for (HeldRow row : table.rows()) {
      rows.add(line(of, row::values, "published", table, figure -> printed(row, figure)));
      if (!row.figures().isEmpty()) {
        Map<PublishedFigure, HeldFigure> held =
            row.figures().stream()
                .collect(Collectors.toMap(HeldFigure::figure, Function.identity()));
        rows.add(line(of, Map::of, "measured", table, figure -> measured(held.get(figure))));
        rows.add(line(of, Map::of, "deviation", table, figure -> deviation(held.get(figure))));
      }
    }
    return new Table(columns, rows);
  }

  /** The columns that say what a row is about. */
  private static List<String> addresses(HeldTable table) {
    List<String> figures = table.figures().stream().map(PublishedFigure::column).toList();
    return table.rows().stream()
        .flatMap(row -> row.values().keySet().stream())
        .distinct()
        .filter(column -> !figures.contains(column))
        .toList();
  }

  private static List<String> line(
      List<String> addresses,
      Supplier<Map<String, String>> values,
      String what,
      HeldTable table,
      Function<PublishedFigure, String> text) {
    List<String> line = new ArrayList<>();
    addresses.forEach(name -> line.add(values.get().getOrDefault(name, "")));
    line.add(what);
    table.figures().forEach(figure -> line.add(text.apply(figure)));
    return line;
  }

  /** Two places wider, as marks are. */
  private static String printed(HeldRow row, PublishedFigure figure) {
    return row.values().getOrDefault(figure.column(), "") + "  ";
  }

  private static String measured(HeldFigure held) {
    if (held == null) {
      return "";
    }
    return (held.measured() == null
            ? FigureText.UNKNOWN
            : held.figure().kind().text(held.measured()))
        + "  ";
  }

  private static String deviation(HeldFigure held) {
    if (held == null) {
      return "";
    }
    if (held.measured() == null) {
      return mark(held.standing());
    }
    return held.figure().kind().deviationText(held.published(), held.measured())
        + mark(held.standing());
  }

  private static String mark(Standing standing) {
    return switch (standing) {
      case DEVIATES -> " !";
      case INVALID -> " ?";
      case AGREES, MISSING -> "  ";
    };
  }

  /** A line for all figures of a row of which the same is to be said. */
  private static List<String> remarks(HeldTable table) {
    List<String> remarks = new ArrayList<>();
    for (HeldRow row : table.rows()) {
      Map<String, List<String>> byRemark = new LinkedHashMap<>();
      for (HeldFigure held : row.figures()) {
        if (!held.remark().isEmpty()) {
          byRemark
              .computeIfAbsent(held.remark(), remark -> new ArrayList<>())
              .add(held.figure().title());
        }
      }
      byRemark.forEach(
          (remark, figures) ->
              remarks.add(row.name() + ", " + String.join(", ", figures) + ": " + remark));
    }
    return remarks;
  }

  private void findings(Page page) throws IOException {
    page.heading(2, "The published findings");
    page.paragraph(
        agreement.findings().stream()
            .collect(Collectors.groupingBy(DecidedFinding::ruling, Collectors.counting()))
            .entrySet()
            .stream()
            .sorted(Map.Entry.comparingByKey())
            .map(count -> count.getValue() + " " + count.getKey())
            .collect(Collectors.joining(", ", "", ".")));
    for (DecidedFinding finding : agreement.findings()) {
      page.heading(3, "Finding " + finding.number() + ": " + finding.ruling());
      page.paragraph(finding.text());
      page.notes(finding.statements().stream().map(AgreementTables::text).toList());
    }
  }

  private static String text(Statement statement) {
    return statement.ruling()
        + ": "
        + statement.text()
        + ". "
        + statement.because()
        + (statement.ruling() == Ruling.REFUTED ? ". Counters: " + statement.cause() : "");
  }
}
