package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.published.PublishedStudy;
import io.poolbench.result.Metric;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.store.SampleResult;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AgreementTablesTest {
  private static final int TERMINAL_COLUMNS = 120;
  private static final Renderer TERMINAL =
      (result, out) -> new AgreementTables(result).writeTo(new TerminalPage(out, Sheet.PLAIN));

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

  static Stream<Arguments> goldens() {
    Renderer markdown = (result, out) -> new AgreementTables(result).writeTo(new MarkdownPage(out));
    return Stream.of(
        Arguments.of("agreement.txt", TERMINAL),
        Arguments.of("agreement.md", markdown),
        Arguments.of("agreement.csv", new AgreementCsvRenderer()),
        Arguments.of("findings.csv", new FindingsCsvRenderer()));
  }

  @ParameterizedTest
  @MethodSource("goldens")
  void everyRenderingIsAsItsGoldenFileWhateverTheLocale(String golden, Renderer renderer)
      throws IOException {
    Golden.assertMatchesInEveryLocale(golden, out -> renderer.render(RESULT, out));
  }

  @Test
  void theTablesFitATerminal() throws IOException {
    // A table's lines are all that stands apart by two spaces or more.
    assertThat(render(TERMINAL, RESULT).lines().filter(line -> line.strip().contains("  ")))
        .hasSizeGreaterThan(50)
        .allMatch(line -> line.length() <= TERMINAL_COLUMNS);
  }

  @Test
  void aResultWithoutAPublishedTableRendersNone() throws IOException {
    assertThat(render(TERMINAL, SampleResult.studyResult())).isEmpty();
  }

  @Test
  void theFilesAreNamedAndHeadedAsDesigned() throws IOException {
    assertThat(new AgreementCsvRenderer().fileName()).isEqualTo("agreement.csv");
    assertThat(new FindingsCsvRenderer().fileName()).isEqualTo("findings.csv");
    assertThat(render(new AgreementCsvRenderer(), SampleResult.studyResult()))
        .isEqualTo(
            "table,row,figure,published,measured,agrees,theory_study,agrees_theory_study,"
                + "theory_host,agrees_theory_host,reached_by,low,high,unit,published_in_unit,"
                + "measured_in_unit,low_in_unit,high_in_unit,agrees_in_unit\n");
    assertThat(render(new FindingsCsvRenderer(), SampleResult.studyResult()))
        .isEqualTo("finding,decided,because,text\n");
  }

  @Test
  void onATerminalTheAgreementStandsBeforeTheAnswerInFullOrInAFewLines() throws IOException {
    assertThat(render(new TerminalRenderer(Detail.FULL, Sheet.PLAIN), RESULT))
        .containsSubsequence(render(TERMINAL, RESULT), "Capacity: max users within SLA");
    Golden.assertMatches(
        "agreement-summary.txt", render(new TerminalRenderer(Detail.SUMMARY, Sheet.PLAIN), RESULT));
  }

  private static boolean isAt(PublishedStudy.Point point, String table, int users) {
    return point.table().equals(table) && point.users() == users;
  }

  private static String render(Renderer renderer, StudyResult result) throws IOException {
    return render(renderer, new EvaluatedResult(result));
  }

  private static String render(Renderer renderer, EvaluatedResult result) throws IOException {
    return Golden.text(out -> renderer.render(result, out));
  }
}
