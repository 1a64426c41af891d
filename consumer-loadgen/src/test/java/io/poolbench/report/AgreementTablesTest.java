package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.published.PublishedStudy;
import io.poolbench.result.Metric;
import io.poolbench.result.Verdict;
import io.poolbench.store.SampleResult;
import java.io.IOException;
import java.util.List;
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
  void tablesAndFilesAreAsTheirGoldenFilesWhateverTheLocale() throws IOException {
    Golden.assertMatchesInEveryLocale("agreement.txt", () -> terminal(RESULT));
    for (ReportFile file : List.of(ReportFile.AGREEMENT, ReportFile.FINDINGS)) {
      Golden.assertMatchesInEveryLocale(file.fileName(), () -> file.text(RESULT));
    }
  }

  @Test
  void aResultWithoutAPublishedTableRendersNone() {
    EvaluatedResult result = new EvaluatedResult(SampleResult.studyResult());
    assertThat(terminal(result)).isEmpty();
    assertThat(ReportFile.AGREEMENT.text(result)).startsWith("table,").hasLineCount(1);
    assertThat(ReportFile.FINDINGS.text(result)).startsWith("finding,").hasLineCount(1);
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
