package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.poolbench.result.StudyResult;
import io.poolbench.store.SamplePlots;
import io.poolbench.store.SampleRepetitions;
import io.poolbench.store.SampleResult;
import io.poolbench.store.SampleSweep;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HtmlRendererTest {
  private static final int MOST_BYTES = 2_000_000;
  private static final Pattern SCRIPT = Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL);
  private static final Pattern DIGEST = Pattern.compile("'sha256-([^']+)'");
  private static final Pattern DATA =
      Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>");

  private final Locale usual = Locale.getDefault();

  @AfterEach
  void backToTheUsualLocale() {
    Locale.setDefault(usual);
  }

  static Stream<Arguments> resultsInLocales() {
    return Stream.of(
            Locale.ROOT, Locale.GERMANY, Locale.JAPAN, Locale.forLanguageTag("ar-EG-u-nu-arab"))
        .flatMap(
            locale ->
                Stream.of(
                    Arguments.of(locale, "report.html", SampleResult.studyResult()),
                    Arguments.of(locale, "repeated.html", SampleRepetitions.studyResult())));
  }

  @ParameterizedTest
  @MethodSource("resultsInLocales")
  void thePageButForItsStyleAndScriptsIsAsItsGoldenFileWhateverTheLocale(
      Locale locale, String golden, StudyResult result) throws IOException {
    Locale.setDefault(locale);
    Golden.assertMatches(golden, PageFrame.of(render(result)));
  }

  @Test
  void aResultOf400StepsStaysBelowTwoMegabytes() throws IOException {
    String page = render(SampleSweep.studyResult());
    assertThat(page.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MOST_BYTES);
    assertThat(data(page).get("curves")).hasSize(14);
  }

  @Test
  void thePolicyAllowsTheScriptsOfThePageAndNothingElse() throws Exception {
    String page = render(SampleResult.studyResult());
    List<String> scripts = SCRIPT.matcher(page).results().map(found -> found.group(1)).toList();
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    assertThat(DIGEST.matcher(page).results().map(found -> found.group(1)).toList())
        .hasSize(4)
        .containsExactlyElementsOf(
            scripts.stream()
                .map(script -> sha256.digest(script.getBytes(StandardCharsets.UTF_8)))
                .map(Base64.getEncoder()::encodeToString)
                .toList());
    assertThat(page).contains("default-src 'none'");
  }

  @Test
  void nothingIsLoadedFromElsewhere() throws IOException {
    String markup = SCRIPT.matcher(render(SampleSweep.studyResult())).replaceAll("");
    assertThat(markup).doesNotContainPattern("(?i)\\s(src|srcset)=|<link|@import|url\\(|https?:");
  }

  @Test
  void theLicenceOfTheChartLibraryIsKept() throws IOException {
    assertThat(render(SampleResult.studyResult()))
        .contains("Licensed to the Apache Software Foundation (ASF)");
  }

  @Test
  void hostileTextIsNeitherMarkupNorTheEndOfAScript() throws IOException {
    String attack = "</script><img src=x onerror=alert(1)>\u2028'\"";
    StudyResult sample = SampleResult.studyResult();
    var cell = sample.cells().get(0);
    StudyResult hostile =
        new StudyResult(
            sample.version(),
            sample.study(),
            attack,
            attack,
            sample.started(),
            sample.finished(),
            false,
            sample.host(),
            null,
            List.of(),
            List.of(SamplePlots.saying(cell, attack)));
    String page = render(hostile);
    assertThat(SCRIPT.matcher(page).replaceAll(""))
        .contains("&#60;img")
        .doesNotContain("<img")
        .doesNotContain("\u2028");
    assertThat(SCRIPT.matcher(page).results().map(MatchResult::group)).hasSize(4);
    JsonNode curve = data(page).get("curves").get(0);
    // What ends a line is a space to those who read.
    String harmless = attack.replace('\u2028', ' ');
    assertThat(curve.get("name").asText()).isEqualTo(harmless);
    assertThat(curve.get("reasons").get(2).asText()).isEqualTo(harmless);
  }

  @Test
  void theVerdictStandsInThePageWithoutAScript() throws IOException {
    String page = SCRIPT.matcher(render(SampleResult.studyResult())).replaceAll("");
    assertThat(page.substring(page.indexOf("id=\"verdict\""), page.indexOf("</ul>")))
        .contains("fixed 24", "24 users", "32 users fail: TP99 12.3 ms, 23 % over 10 ms");
  }

  @Test
  void aPartialResultWithoutACellSaysSo() throws IOException {
    StudyResult sample = SampleResult.studyResult();
    StudyResult empty =
        new StudyResult(
            sample.version(),
            sample.study(),
            sample.title(),
            sample.poolbench(),
            sample.started(),
            sample.finished(),
            true,
            sample.host(),
            null,
            List.of(),
            List.of());
    assertThat(render(empty)).contains("INTERRUPTED", "No cell was run.");
  }

  private static JsonNode data(String page) throws IOException {
    var found = DATA.matcher(page);
    assertThat(found.find()).isTrue();
    return JsonMapper.builder().build().readTree(found.group(1));
  }

  private static String render(StudyResult result) throws IOException {
    StringBuilder page = new StringBuilder();
    new HtmlRenderer().render(result, page);
    return page.toString();
  }
}
