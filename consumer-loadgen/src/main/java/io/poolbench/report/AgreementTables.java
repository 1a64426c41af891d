package io.poolbench.report;

import io.poolbench.expression.Decision;
import io.poolbench.published.Agreement;
import io.poolbench.published.AgreementStatus;
import io.poolbench.published.AgreementTable;
import io.poolbench.published.AgreementValue;
import io.poolbench.published.FindingResult;
import io.poolbench.published.Knee;
import io.poolbench.published.StatementResult;
import io.poolbench.published.TheoryAgreement;
import io.poolbench.report.Table.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  void writeTo(Page page) throws IOException {
    if (agreement.isEmpty()) {
      return;
    }
    TheoryAgreement theory = evaluated.theory();
    for (TheoryAgreement.Table table : theory.tables()) {
      page.heading(2, "Compared with the published " + table.table().table().name());
      for (String note : table.table().table().notes()) {
        page.paragraph(note);
      }
      page.table(new AgreementLines(table, theory.host()).table());
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
    for (String line : evaluated.theory().lines()) {
      page.paragraph(line);
    }
    for (Knee knee : agreement.knees()) {
      page.paragraph(knee.line());
    }
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
    return "%s: %s. %s%s"
        .formatted(
            statement.decision(),
            statement.text(),
            statement.because(),
            statement.decision() == Decision.REFUTED ? ". Counters: " + statement.cause() : "");
  }
}
