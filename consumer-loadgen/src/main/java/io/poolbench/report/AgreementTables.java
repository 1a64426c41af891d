package io.poolbench.report;

import io.poolbench.published.Agreement;
import io.poolbench.published.Agreement.AgreementTable;
import io.poolbench.published.AgreementValue;
import io.poolbench.published.AgreementValue.AgreementStatus;
import io.poolbench.published.FindingResult;
import io.poolbench.published.FindingResult.StatementResult;
import io.poolbench.published.PublishedColumn;
import io.poolbench.published.PublishedRow;
import io.poolbench.published.Theory;
import io.poolbench.published.TheoryAgreement;
import io.poolbench.published.TheoryValue;
import io.poolbench.published.TheoryValue.RelativeValue;
import io.poolbench.published.ValueInterval;
import io.poolbench.report.Table.Field;
import io.poolbench.result.FigureText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The comparison of a result with published values and with theory: each table, the agreement in
 * lines, and the published findings. Nothing is written where there is no published table.
 */
final class AgreementTables {
  private static final String MARKS =
      "Measured: the median at the published load. off: the measured value less the one before, in"
          + " the unit of the band, percent or the metric's own. ! beyond the band; ~ open: its"
          + " interval is on both sides of the band's end; c the calibration does not hold, so that"
          + " the last columns compare, in units of each host (saturated TPS, uncontended response"
          + " time, users at the knee); ? measured in INVALID steps only; - not measured.";
  private static final String HOST_BOUND =
      "h: bounded by the CPUs of the study's host, so that findings compare ratios instead.";
  private static final String THEORY =
      "Theory: a closed queueing network of the study's system and of this host (here), none of its"
          + " parameters fitted to these values. reached: which of both has the published value"
          + " within its band. What theory for this host does not reach is no deviation of the"
          + " pool.";

  private final EvaluatedResult evaluated;
  private final Agreement agreement;

  /** A line of a table; {@code value} is null where words are published in place of a number. */
  private record Line(PublishedRow row, PublishedColumn column, boolean first, TheoryValue value) {
    String of(Function<TheoryValue, String> text) {
      return value == null ? "" : text.apply(value);
    }
  }

  AgreementTables(EvaluatedResult evaluated) {
    this.evaluated = evaluated;
    this.agreement = evaluated.agreement();
  }

  void writeTo(Page page) {
    if (agreement.isEmpty()) {
      return;
    }
    TheoryAgreement theory = evaluated.theory();
    for (AgreementTable table : agreement.tables()) {
      page.heading(2, "Compared with the published " + table.table().name());
      table.table().notes().forEach(page::paragraph);
      page.table(table(table, theory));
      List<String> remarks = remarks(table);
      if (!remarks.isEmpty()) {
        page.paragraph("What does not agree, with the counters at that load:");
        page.notes(remarks);
      }
    }
    page.paragraph(MARKS);
    if (theory.values().stream()
        .anyMatch(of -> of.value().status() == AgreementStatus.HOST_BOUND)) {
      page.paragraph(HOST_BOUND);
    }
    if (theory.host() != null) {
      page.paragraph(THEORY);
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
    evaluated.theory().lines().forEach(page::paragraph);
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

  /**
   * A published table with a line per value: the measured and the published value, and the values
   * by theory for the study's system and for this host, each with the deviation of the measured
   * value.
   */
  private static Table table(AgreementTable table, TheoryAgreement theory) {
    List<Line> lines = lines(table, theory);
    Theory study = theory.studies().get(table.table().name());
    List<Field<Line>> fields = new ArrayList<>();
    for (String name : settings(table)) {
      fields.add(
          Table.figure(name, line -> line.first ? line.row.values().getOrDefault(name, "") : ""));
    }
    fields.add(Table.text("figure", line -> line.column.title()));
    fields.add(Table.figure("measured", line -> line.of(of -> measured(of.value()))));
    fields.add(Table.figure("published", line -> line.row.values().get(line.column.column())));
    fields.add(Table.figure("off", line -> line.of(of -> off(of.value()))));
    if (study != null) {
      theoryTo(fields, cpus(study), TheoryValue::study);
    }
    if (theory.host() != null) {
      theoryTo(fields, "here, " + cpus(theory.host()), TheoryValue::host);
      fields.add(Table.text("reached", line -> line.of(of -> reached(of.reach(), study))));
    }
    if (lines.stream().anyMatch(line -> line.value != null && line.value.relative() != null)) {
      fields.add(Table.figure("in units", line -> line.of(of -> inUnits(of.relative()))));
      fields.add(
          Table.figure(
              "published",
              line ->
                  line.of(
                      of ->
                          of.relative() == null
                              ? ""
                              : FigureText.measure(of.relative().published()))));
    }
    return Table.of(lines, fields).withKeys(settings(table).size() + 1);
  }

  private static List<Line> lines(AgreementTable table, TheoryAgreement theory) {
    List<Line> lines = new ArrayList<>();
    for (AgreementTable.Row row : table.rows()) {
      boolean first = true;
      for (PublishedColumn column : table.columns()) {
        if (row.published().values().containsKey(column.column())) {
          TheoryValue value =
              theory.values().stream()
                  .filter(of -> of.row().equals(row.published()) && of.column().equals(column))
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

  private static String cpus(Theory theory) {
    return FigureText.counted(theory.cpus(), "CPU");
  }

  private static String measured(AgreementValue of) {
    return of.column().text(of.measured()) + interval(of.column()::text, of.interval());
  }

  private static String off(AgreementValue of) {
    return of.measured() == null
        ? ""
        : of.column().deviationText(of.published(), of.measured()) + mark(of.status());
  }

  private static void theoryTo(
      List<Field<Line>> fields, String title, Function<TheoryValue, Double> by) {
    fields.add(
        Table.figure(
            title,
            line -> line.of(of -> by.apply(of) == null ? "" : of.column().text(by.apply(of)))));
    fields.add(Table.figure("off", line -> line.of(of -> off(of, by.apply(of)))));
  }

  private static String off(TheoryValue of, Double theory) {
    Boolean agrees = of.agrees(theory);
    return agrees == null
        ? ""
        : of.column().deviationText(theory, of.value().measured()) + (agrees ? "  " : " !");
  }

  private static String inUnits(RelativeValue of) {
    return of == null || of.measured() == null
        ? ""
        : FigureText.measure(of.measured())
            + interval(FigureText::measure, of.interval())
            + mark(of.agreement());
  }

  private static String interval(Function<Double, String> text, ValueInterval interval) {
    return interval == null
        ? ""
        : " [%s, %s]".formatted(text.apply(interval.low()), text.apply(interval.high()));
  }

  private static String reached(TheoryValue.Reach reach, Theory study) {
    return switch (reach) {
      case HOST -> "here";
      case STUDY -> cpus(study);
      case NONE -> "no";
      case UNKNOWN -> "";
    };
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
