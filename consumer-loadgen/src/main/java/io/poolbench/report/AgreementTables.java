package io.poolbench.report;

import io.poolbench.judge.Decision;
import io.poolbench.published.Agreement;
import io.poolbench.published.Agreement.AgreementTable;
import io.poolbench.published.AgreementValue;
import io.poolbench.published.AgreementValue.AgreementStatus;
import io.poolbench.published.FindingResult;
import io.poolbench.published.FindingResult.StatementResult;
import io.poolbench.published.PublishedColumn;
import io.poolbench.published.Theory;
import io.poolbench.published.TheoryAgreement;
import io.poolbench.published.TheoryValue;
import io.poolbench.published.TheoryValue.RelativeValue;
import io.poolbench.published.ValueInterval;
import io.poolbench.report.Table.Column;
import io.poolbench.result.FigureText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

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

  AgreementTables(EvaluatedResult evaluated) {
    this.evaluated = evaluated;
    this.agreement = evaluated.agreement();
  }

  void writeTo(Page page) {
    if (agreement.isEmpty()) {
      return;
    }
    TheoryAgreement theory = evaluated.theory();
    for (TheoryAgreement.Table table : theory.tables()) {
      page.heading(2, "Compared with the published " + table.table().table().name());
      for (String note : table.table().table().notes()) {
        page.paragraph(note);
      }
      page.table(new Lines(table, theory.host()).table());
      List<String> remarks = remarks(table.table());
      if (!remarks.isEmpty()) {
        page.paragraph("What does not agree, with the counters at that load:");
        page.notes(remarks);
      }
    }
    page.paragraph(MARKS);
    if (agreement.tables().stream()
        .flatMap(table -> table.rows().stream())
        .flatMap(row -> row.values().stream())
        .anyMatch(value -> value.status() == AgreementStatus.HOST_BOUND)) {
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
    agreement.knees().forEach(knee -> page.paragraph(knee.line()));
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
    return "%s: %s. %s%s"
        .formatted(
            statement.decision(),
            statement.text(),
            statement.because(),
            statement.decision() == Decision.REFUTED ? ". Counters: " + statement.cause() : "");
  }

  /**
   * A published table with a line per value: the measured and the published value, and the values
   * by theory for the study's system and for this host, each with the deviation of the measured
   * value.
   *
   * @param host null where unknown
   */
  private record Lines(TheoryAgreement.Table published, Theory host) {
    Table table() {
      List<String> settings = settings();
      List<Column> columns = new ArrayList<>();
      settings.forEach(name -> columns.add(figure(name)));
      columns.add(text("figure"));
      columns.add(figure("measured"));
      columns.add(figure("published"));
      columns.add(figure("off"));
      if (published.study() != null) {
        columns.add(figure(cpus(published.study())));
        columns.add(figure("off"));
      }
      if (host != null) {
        columns.add(figure("here, " + cpus(host)));
        columns.add(figure("off"));
        columns.add(text("reached"));
      }
      if (inUnits()) {
        columns.add(figure("in units"));
        columns.add(figure("published"));
      }
      return new Table(
          columns, published.rows().stream().flatMap(row -> lines(row).stream()).toList());
    }

    private static String cpus(Theory theory) {
      return FigureText.count(theory.cpus()) + (theory.cpus() == 1 ? " CPU" : " CPUs");
    }

    /** The columns that identify the pool and the load of a row. */
    private List<String> settings() {
      List<String> compared =
          published.table().columns().stream().map(PublishedColumn::column).toList();
      return published.rows().stream()
          .flatMap(row -> row.published().values().keySet().stream())
          .distinct()
          .filter(column -> !compared.contains(column))
          .toList();
    }

    private List<List<String>> lines(TheoryAgreement.Row row) {
      Map<String, String> printed = row.published().values();
      List<List<String>> lines = new ArrayList<>();
      for (PublishedColumn column : published.table().columns()) {
        if (printed.containsKey(column.column())) {
          List<String> line = new ArrayList<>();
          boolean first = lines.isEmpty();
          settings().forEach(name -> line.add(first ? printed.getOrDefault(name, "") : ""));
          line.add(column.title());
          row.values().stream()
              .filter(value -> value.value().column().equals(column))
              .findFirst()
              .ifPresentOrElse(
                  value -> values(line, value, printed.get(column.column())),
                  () -> trend(line, printed.get(column.column())));
          lines.add(line);
        }
      }
      return lines;
    }

    private void values(List<String> line, TheoryValue value, String printed) {
      AgreementValue of = value.value();
      line.add(
          of.column().text(of.measured())
              + (of.interval() == null ? "" : interval(of.column()::text, of.interval())));
      line.add(printed);
      line.add(
          of.measured() == null
              ? ""
              : of.column().deviationText(of.published(), of.measured()) + mark(of.status()));
      if (published.study() != null) {
        theory(line, value, TheoryValue::study);
      }
      if (host != null) {
        theory(line, value, TheoryValue::host);
        line.add(reached(value.reach()));
      }
      if (inUnits()) {
        RelativeValue relative = value.relative();
        line.add(
            relative == null || relative.measured() == null
                ? ""
                : FigureText.measure(relative.measured())
                    + interval(relative)
                    + mark(relative.agreement()));
        line.add(relative == null ? "" : FigureText.measure(relative.published()));
      }
    }

    private static String interval(RelativeValue relative) {
      return relative.interval() == null ? "" : interval(FigureText::measure, relative.interval());
    }

    private static String interval(Function<Double, String> text, ValueInterval interval) {
      return " [%s, %s]".formatted(text.apply(interval.low()), text.apply(interval.high()));
    }

    private boolean inUnits() {
      return published.rows().stream()
          .flatMap(row -> row.values().stream())
          .anyMatch(value -> value.relative() != null);
    }

    private static void theory(
        List<String> line, TheoryValue value, Function<TheoryValue, Double> of) {
      Double theory = of.apply(value);
      AgreementValue measured = value.value();
      line.add(theory == null ? "" : measured.column().text(theory));
      Boolean agrees = value.agrees(theory);
      line.add(
          agrees == null
              ? ""
              : measured.column().deviationText(theory, measured.measured())
                  + (agrees ? "  " : " !"));
    }

    private void trend(List<String> line, String printed) {
      line.add("");
      line.add(printed);
      int rest =
          1 + (published.study() == null ? 0 : 2) + (host == null ? 0 : 3) + (inUnits() ? 2 : 0);
      for (int i = 0; i < rest; i++) {
        line.add("");
      }
    }

    private String reached(TheoryValue.Reach reach) {
      return switch (reach) {
        case HOST -> "here";
        case STUDY -> cpus(published.study());
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

    private static Column figure(String title) {
      return new Column(title, true);
    }

    private static Column text(String title) {
      return new Column(title, false);
    }
  }
}
