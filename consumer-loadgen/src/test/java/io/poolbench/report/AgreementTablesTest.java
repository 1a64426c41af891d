package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.published.Agreement;
import io.poolbench.published.PublishedStudy;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.store.SampleResult;
import java.io.IOException;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class AgreementTablesTest {
  private static final int TERMINAL_COLUMNS = 120;

  /** Figures that agree, deviate, are INVALID and missing; findings of every ruling. */
  private static final StudyResult RESULT =
      PublishedStudy.asPublished()
          .changed(point -> isAt(point, "jsf-cached", 80), point -> point.tps(7012.345).tp99(31.25))
          .changed(
              point -> isAt(point, "jsf-cached", 200), point -> point.verdict(Verdict.Kind.INVALID))
          .changed(
              point -> isAt(point, "jsf-fixed-queue", 50),
              point -> point.tp99(12.75).verdict(Verdict.Kind.FAIL))
          .without(point -> isAt(point, "jsf-fixed", 26))
          .result();

  private final Locale usual = Locale.getDefault();

  @AfterEach
  void backToTheUsualLocale() {
    Locale.setDefault(usual);
  }

  static Stream<Arguments> renderingsInLocales() {
    Renderer terminal =
        (result, out) ->
            new AgreementTables(Agreement.of(result)).writeTo(new TerminalPage(out, Sheet.PLAIN));
    Renderer markdown =
        (result, out) -> new AgreementTables(Agreement.of(result)).writeTo(new MarkdownPage(out));
    return Stream.of(
            Locale.ROOT, Locale.GERMANY, Locale.CHINA, Locale.forLanguageTag("ar-EG-u-nu-arab"))
        .flatMap(
            locale ->
                Stream.of(
                    Arguments.of(locale, "agreement.txt", terminal),
                    Arguments.of(locale, "agreement.md", markdown),
                    Arguments.of(locale, "agreement.csv", new AgreementCsvRenderer()),
                    Arguments.of(locale, "findings.csv", new FindingsCsvRenderer())));
  }

  @ParameterizedTest
  @MethodSource("renderingsInLocales")
  void everyRenderingIsAsItsGoldenFileWhateverTheLocale(
      Locale locale, String golden, Renderer renderer) throws IOException {
    Locale.setDefault(locale);
    Golden.assertMatches(golden, render(renderer, RESULT));
  }

  @Test
  void theTablesFitATerminal() throws IOException {
    String text =
        render(
            (result, out) ->
                new AgreementTables(Agreement.of(result))
                    .writeTo(new TerminalPage(out, Sheet.PLAIN)),
            RESULT);

    // A table's lines are all that stands apart by two spaces or more.
    assertThat(text.lines().filter(line -> line.strip().contains("  ")))
        .hasSizeGreaterThan(50)
        .allMatch(line -> line.length() <= TERMINAL_COLUMNS);
  }

  @Test
  void aResultWithoutAPublishedTableSaysNothingOfOne() throws IOException {
    assertThat(
            render(
                (result, out) ->
                    new AgreementTables(Agreement.of(result))
                        .writeTo(new TerminalPage(out, Sheet.PLAIN)),
                SampleResult.studyResult()))
        .isEmpty();
  }

  @Test
  void theFilesAreNamedAndHeadedAsDesigned() throws IOException {
    assertThat(new AgreementCsvRenderer().fileName()).isEqualTo("agreement.csv");
    assertThat(new FindingsCsvRenderer().fileName()).isEqualTo("findings.csv");
    assertThat(render(new AgreementCsvRenderer(), SampleResult.studyResult()))
        .isEqualTo("table,row,figure,published,measured,agrees\n");
    assertThat(render(new FindingsCsvRenderer(), SampleResult.studyResult()))
        .isEqualTo("finding,decided,because\n");
  }

  @Test
  void onATerminalTheAgreementStandsBeforeTheAnswerInFullOrInAFewLines() throws IOException {
    assertThat(render(new TerminalRenderer(Detail.FULL, Sheet.PLAIN), RESULT))
        .containsSubsequence(
            render(
                (result, out) ->
                    new AgreementTables(Agreement.of(result))
                        .writeTo(new TerminalPage(out, Sheet.PLAIN)),
                RESULT),
            "Capacity: max users within SLA");
    Golden.assertMatches(
        "agreement-summary.txt", render(new TerminalRenderer(Detail.SUMMARY, Sheet.PLAIN), RESULT));
  }

  private static boolean isAt(PublishedStudy.Point point, String table, int users) {
    return point.table().equals(table) && point.users() == users;
  }

  private static String render(Renderer renderer, StudyResult result) throws IOException {
    StringBuilder text = new StringBuilder();
    renderer.render(result, text);
    return text.toString();
  }
}
