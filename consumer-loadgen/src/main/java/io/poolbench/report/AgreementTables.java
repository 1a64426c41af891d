package io.poolbench.report;

import io.poolbench.expression.Decision;
import io.poolbench.published.Agreement;
import io.poolbench.published.AgreementStatus;
import io.poolbench.published.AgreementTable;
import io.poolbench.published.AgreementValue;
import io.poolbench.published.FindingResult;
import io.poolbench.published.Knee;
import io.poolbench.published.PublishedColumn;
import io.poolbench.published.StatementResult;
import io.poolbench.report.Table.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A result beside published values: table by table what was published, what was measured and the
 * deviation, then the agreement in a line and the published findings. Nothing where there is no
 * published table.
 */
final class AgreementTables {
  private static final String MARKS =
      "Measured: the median at the published load. Deviation: in the unit of the band, percent or"
          + " the metric's own. ! beyond its band; ? measured in INVALID steps only; - not measured";

  private final Agreement agreement;

  AgreementTables(Agreement agreement) {
    this.agreement = agreement;
  }

  void writeTo(Page page) throws IOException {
    if (agreement.isEmpty()) {
      return;
    }
    for (AgreementTable table : agreement.tables()) {
      page.heading(2, "Compared with the published " + table.table().name());
      for (String note : table.table().notes()) {
        page.paragraph(note);
      }
      page.table(table(table));
      List<String> remarks = remarks(table);
      if (!remarks.isEmpty()) {
        page.paragraph("What does not agree, with the counters at that load:");
        page.notes(remarks);
      }
    }
    page.paragraph(MARKS);
    lineTo(page);
    if (!agreement.findings().isEmpty()) {
      findings(page);
    }
  }

  /** The agreement in a line and the decision of each finding, without the values behind them. */
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
                              finding.decision().toString(),
                              finding.text()))
                  .toList()));
    }
  }

  private void lineTo(Page page) throws IOException {
    page.heading(2, "Agreement with the published values");
    page.paragraph(agreement.line());
    for (Knee knee : agreement.knees()) {
      page.paragraph(knee.line());
    }
  }

  private static Table table(AgreementTable table) {
    List<String> settings = settings(table);
    List<Column> columns = new ArrayList<>();
    settings.forEach(name -> columns.add(Column.figure(name)));
    columns.add(Column.text("of"));
    table.columns().forEach(column -> columns.add(Column.figure(column.title())));
    List<List<String>> rows = new ArrayList<>();
    for (AgreementTable.Row row : table.rows()) {
      Map<String, String> printed = row.published().values();
      // Two places wider, as marks are.
      rows.add(
          line(
              settings,
              printed,
              "published",
              table,
              column -> printed.getOrDefault(column.column(), "") + "  "));
      if (!row.values().isEmpty()) {
        Map<PublishedColumn, AgreementValue> values =
            row.values().stream()
                .collect(Collectors.toMap(AgreementValue::column, Function.identity()));
        rows.add(
            line(settings, Map.of(), "measured", table, column -> measured(values.get(column))));
        rows.add(
            line(settings, Map.of(), "deviation", table, column -> deviation(values.get(column))));
      }
    }
    return new Table(columns, rows);
  }

  /** The columns that identify the pool and the load of a row. */
  private static List<String> settings(AgreementTable table) {
    List<String> compared = table.columns().stream().map(PublishedColumn::column).toList();
    return table.rows().stream()
        .flatMap(row -> row.published().values().keySet().stream())
        .distinct()
        .filter(column -> !compared.contains(column))
        .toList();
  }

  private static List<String> line(
      List<String> settings,
      Map<String, String> printed,
      String of,
      AgreementTable table,
      Function<PublishedColumn, String> text) {
    List<String> line = new ArrayList<>();
    settings.forEach(name -> line.add(printed.getOrDefault(name, "")));
    line.add(of);
    table.columns().forEach(column -> line.add(text.apply(column)));
    return line;
  }

  private static String measured(AgreementValue value) {
    return value == null ? "" : value.column().text(value.measured()) + "  ";
  }

  private static String deviation(AgreementValue value) {
    if (value == null) {
      return "";
    }
    String mark = mark(value.status());
    return value.measured() == null
        ? mark
        : value.column().deviationText(value.published(), value.measured()) + mark;
  }

  private static String mark(AgreementStatus status) {
    return switch (status) {
      case DEVIATES -> " !";
      case INVALID -> " ?";
      case AGREES, MISSING -> "  ";
    };
  }

  /** A line for all values of a row that have the same remark. */
  private static List<String> remarks(AgreementTable table) {
    List<String> remarks = new ArrayList<>();
    for (AgreementTable.Row row : table.rows()) {
      Map<String, List<String>> byRemark = new LinkedHashMap<>();
      for (AgreementValue value : row.values()) {
        if (!value.remark().isEmpty()) {
          byRemark
              .computeIfAbsent(value.remark(), remark -> new ArrayList<>())
              .add(value.column().title());
        }
      }
      byRemark.forEach(
          (remark, titles) ->
              remarks.add(
                  row.published().name() + ", " + String.join(", ", titles) + ": " + remark));
    }
    return remarks;
  }

  private void findings(Page page) throws IOException {
    page.heading(2, "The published findings");
    page.paragraph(
        agreement.findings().stream()
            .collect(Collectors.groupingBy(FindingResult::decision, Collectors.counting()))
            .entrySet()
            .stream()
            .sorted(Map.Entry.comparingByKey())
            .map(count -> count.getValue() + " " + count.getKey())
            .collect(Collectors.joining(", ", "", ".")));
    for (FindingResult finding : agreement.findings()) {
      page.heading(3, "Finding " + finding.number() + ": " + finding.decision());
      page.paragraph(finding.text());
      page.notes(finding.statements().stream().map(AgreementTables::text).toList());
    }
  }

  private static String text(StatementResult statement) {
    return statement.decision()
        + ": "
        + statement.text()
        + ". "
        + statement.because()
        + (statement.decision() == Decision.REFUTED ? ". Counters: " + statement.cause() : "");
  }
}
