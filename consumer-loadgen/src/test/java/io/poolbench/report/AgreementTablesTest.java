package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.published.PublishedStudy;
import io.poolbench.result.AgreementRow;
import io.poolbench.result.DecidedFinding;
import io.poolbench.result.Metric;
import io.poolbench.result.Verdict;
import io.poolbench.store.SampleResult;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class AgreementTablesTest {
  /** Figures that agree, deviate, are INVALID and missing; findings of every ruling. */
  private static final EvaluatedResult RESULT =
      new EvaluatedResult(
          PublishedStudy.asPublished()
              .changed(
                  point -> isAt(point, "jsf-cached", 80),
                  point -> point.with(Metric.TPS, 7012.345).with(Metric.TP99, 31.25))
              .changed(
                  point -> isAt(point, "jsf-cached", 200),
                  point -> point.verdict(Verdict.Kind.INVALID))
              .changed(
                  point -> isAt(point, "jsf-fixed-queue", 50),
                  point -> point.with(Metric.TP99, 12.75).verdict(Verdict.Kind.FAIL))
              .without(point -> isAt(point, "jsf-fixed", 26))
              .result());

  @Test
  void theTableIsAsItsGoldenFileWhateverTheLocale() throws IOException {
    Golden.assertMatchesInEveryLocale("agreement.txt", () -> terminal(RESULT));
  }

  @Test
  void aRowAndAFindingSayWhetherMeasuredValuesAgree() {
    assertThat(RESULT.agreement().written()).hasSize(75);
    assertThat(agrees("jsf-cached", "users 80", "tp99_ms")).isEqualTo("no");
    assertThat(agrees("jsf-cached", "users 200", "tps")).isEqualTo("INVALID");
    assertThat(agrees("jsf-fixed", "threads 26", "tps")).isEqualTo("missing");
    assertThat(RESULT.decidedFindings())
        .hasSize(6)
        .allMatch(finding -> !finding.text().isEmpty() && !finding.because().isEmpty())
        .extracting(DecidedFinding::decision)
        .contains("SHOWN", "REFUTED", "NOT SHOWN");
  }

  private static String agrees(String table, String row, String figure) {
    return RESULT.agreement().written().stream()
        .filter(of -> of.table().equals(table) && of.row().equals(row))
        .filter(of -> of.figure().equals(figure))
        .map(AgreementRow::agrees)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aResultWithoutAPublishedTableRendersNone() {
    EvaluatedResult result = new EvaluatedResult(SampleResult.studyResult());
    assertThat(terminal(result)).isEmpty();
    assertThat(result.agreement().written()).isEmpty();
    assertThat(result.decidedFindings()).isEmpty();
  }

  @Test
  void theAgreementIsAmongAllTablesAndAFewLinesOfTheSummary() {
    assertThat(Terminal.PLAIN.text(SlaTables.all(RESULT))).contains(terminal(RESULT));
    String summary = Terminal.PLAIN.text(SlaTables.summary(RESULT));
    assertThat(summary).doesNotContain(terminal(RESULT));
    assertThat(summary.substring(summary.indexOf("Agreement"), summary.indexOf("Validity")).lines())
        .hasSizeLessThan(35)
        .filteredOn(line -> line.matches(" +[1-6]  (NOT )?SHOWN .*| +[1-6]  REFUTED .*"))
        .hasSize(6);
  }

  @Test
  void eachPartOfATableThatIsTooWideNamesTheRowsFigures() {
    assertThat(text(RESULT, new Terminal(40, false)).lines())
        .filteredOn(line -> line.startsWith("threads  "))
        .hasSizeGreaterThan(2)
        .allMatch(line -> line.contains("  figure  "));
  }

  private static String terminal(EvaluatedResult result) {
    return text(result, Terminal.PLAIN);
  }

  private static String text(EvaluatedResult result, Terminal terminal) {
    Page page = new Page();
    new AgreementTables(result).writeTo(page);
    return terminal.text(page);
  }

  private static boolean isAt(PublishedStudy.Point point, String table, int users) {
    return point.table().equals(table) && point.users() == users;
  }
}
