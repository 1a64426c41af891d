package io.poolbench.report;

import io.poolbench.published.Agreement;
import io.poolbench.published.Agreement.AgreementTable;
import io.poolbench.published.AgreementValue;
import io.poolbench.published.AgreementValue.AgreementStatus;
import io.poolbench.published.FindingResult;
import io.poolbench.published.FindingResult.StatementResult;
import io.poolbench.published.PublishedColumn;
import io.poolbench.published.PublishedRow;
import io.poolbench.published.ValueInterval;
import io.poolbench.report.Table.Field;
import io.poolbench.result.FigureText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The comparison of a result with published values: each table, the agreement in a line, and the
 * published findings. Nothing is written where there is no published table.
 */
final class AgreementTables {
  private static final String MARKS =
      "Measured: the median at the published load. off: the measured value less the one before, in"
          + " the unit of the band, percent or the metric's own. ! beyond the band; ~ open: its"
          + " interval is on both sides of the band's end; c the calibration does not hold, so that"
          + " calls cost other than in the study; ? measured in INVALID steps only; - not measured.";
  private static final String HOST_BOUND =
      "h: bounded by the CPUs of the study's host, so that findings compare ratios instead.";
  private final Agreement agreement;

  /** A line of a table; {@code value} is null where words are published in place of a number. */
  private record Line(
      PublishedRow row, PublishedColumn column, boolean first, AgreementValue value) {
    String of(Function<AgreementValue, String> text) {
      return value == null ? "" : text.apply(value);
    }
  }

  AgreementTables(EvaluatedResult evaluated) {
    this.agreement = evaluated.agreement();
  }

  void writeTo(Page page) {
    if (agreement.isEmpty()) {
      return;
    }
    for (AgreementTable table : agreement.tables()) {
      page.heading(2, "Compared with the published " + table.table().name());
      table.table().notes().forEach(page::paragraph);
      page.table(table(table));
      List<String> remarks = remarks(table);
      if (!remarks.isEmpty()) {
        page.paragraph("What does not agree, with the counters at that load:");
        page.notes(remarks);
      }
    }
    page.paragraph(MARKS);
    if (agreement.tables().stream()
        .flatMap(AgreementTable::values)
        .anyMatch(value -> value.status() == AgreementStatus.HOST_BOUND)) {
      page.paragraph(HOST_BOUND);
    }
    lineTo(page);
    if (!agreement.findings().isEmpty()) {
      findings(page);
    }
  }

  /** Writes the agreement in a line, and the decision of each finding without its values. */
  void summaryTo(Page page) {
    if (agreement.isEmpty()) {
      return;
    }
    lineTo(page);
    if (!agreement.findings().isEmpty()) {
      page.table(
          Table.of(
              agreement.findings(),
              Table.figure("finding", finding -> String.valueOf(finding.number())),
              Table.text("is", finding -> finding.decision().toString()),
              Table.text("published", FindingResult::text)));
    }
  }

  private void lineTo(Page page) {
    page.heading(2, "Agreement with the published values");
    page.paragraph(agreement.line());
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

  private void findings(Page page) {
    page.heading(2, "The published findings");
    page.paragraph(
        FigureText.tally(agreement.findings().stream().map(FindingResult::decision)) + ".");
    for (FindingResult finding : agreement.findings()) {
      page.heading(3, "Finding " + finding.number() + ": " + finding.decision());
      page.paragraph(finding.text());
      page.notes(finding.statements().stream().map(AgreementTables::text).toList());
    }
  }

  private static String text(StatementResult statement) {
    return statement.decision() + ": " + statement.text() + ". " + statement.because();
  }

  /** A published table with a line per value: the measured and the published value. */
  private static Table table(AgreementTable table) {
    List<Field<Line>> fields = new ArrayList<>();
    for (String name : settings(table)) {
      fields.add(
          Table.figure(name, line -> line.first ? line.row.values().getOrDefault(name, "") : ""));
    }
    fields.add(Table.text("figure", line -> line.column.title()));
    fields.add(Table.figure("measured", line -> line.of(AgreementTables::measured)));
    fields.add(Table.figure("published", line -> line.row.values().get(line.column.column())));
    fields.add(Table.figure("off", line -> line.of(AgreementTables::off)));
    return Table.of(lines(table), fields).withKeys(settings(table).size() + 1);
  }

  private static List<Line> lines(AgreementTable table) {
    List<Line> lines = new ArrayList<>();
    for (AgreementTable.Row row : table.rows()) {
      boolean first = true;
      for (PublishedColumn column : table.columns()) {
        if (row.published().values().containsKey(column.column())) {
          AgreementValue value =
              row.values().stream()
                  .filter(of -> of.column().equals(column))
                  .findFirst()
                  .orElse(null);
          lines.add(new Line(row.published(), column, first, value));
          first = false;
        }
      }
    }
    return lines;
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

  private static String measured(AgreementValue of) {
    ValueInterval interval = of.interval();
    return of.column().text(of.measured())
        + (interval == null
            ? ""
            : " [%s, %s]"
                .formatted(of.column().text(interval.low()), of.column().text(interval.high())));
  }

  private static String off(AgreementValue of) {
    return of.measured() == null
        ? ""
        : of.column().deviationText(of.published(), of.measured()) + mark(of.status());
  }

  /** Marks are two characters wide, so that numbers with and without a mark are aligned. */
  private static String mark(AgreementStatus status) {
    return switch (status) {
      case DEVIATES -> " !";
      case INVALID -> " ?";
      case OPEN -> " ~";
      case NOT_CALIBRATED -> " c";
      case HOST_BOUND -> " h";
      case AGREES, MISSING -> "  ";
    };
  }
}
