package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.poolbench.Changed;
import io.poolbench.compare.Comparison;
import io.poolbench.compare.Operand;
import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.store.SampleCurves;
import io.poolbench.store.SamplePlots;
import io.poolbench.store.SampleRepetitions;
import io.poolbench.store.SampleResult;
import io.poolbench.store.SampleSweep;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HtmlPagesTest {
  private static final Pattern SCRIPT = Pattern.compile("<script>(.*?)</script>", Pattern.DOTALL);
  private static final Pattern DIGEST = Pattern.compile("'sha256-([^']+)'");
  private static final Pattern DATA =
      Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>");

  /** What other files and tests decide: style, scripts and digests, data, tables, metrics. */
  private static final Pattern ELSEWHERE =
      Pattern.compile(
          "(?<=<style>).*?(?=</style>)|(?<=<script>).*?(?=</script>)|(?<=id=\"data\">).*?(?=</script>)|(?<=<table>).*?(?=</table>)|(?<=<select"
              + " [^>]{1,99}>).*?(?=</select>)|(?<='sha256-)[^']+",
          Pattern.DOTALL);

  @Test
  void pagesAreAsTheirGoldenFilesWhateverTheLocale() throws IOException {
    StudyResult sample = SampleResult.studyResult();
    List<CellResult> cells = List.of(sample.cells().get(0), sample.cells().get(2));
    EvaluatedResult result = new EvaluatedResult(Changed.with(sample, "cells", cells));
    Golden.assertMatchesInEveryLocale("report.html", () -> shell(ReportFile.PAGE.text(result)));
    Golden.assertMatchesInEveryLocale(
        "compare.html",
        () -> shell(render(comparison(SampleRepetitions.studyResult(), "fixed 24", "fixed 24"))));
  }

  private static String shell(String page) {
    return ELSEWHERE.matcher(page).replaceAll("...");
  }

  @Test
  void aResultOf400StepsStaysBelowTwoMegabytes() throws IOException {
    String page = render(SampleSweep.studyResult());
    assertThat(page.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(2_000_000);
    assertThat(data(page).get("curves")).hasSize(14);
  }

  @Test
  void thePolicyAllowsTheScriptsOfThePageAndNothingElse() throws Exception {
    String page = render(SampleResult.studyResult());
    List<String> scripts = SCRIPT.matcher(page).results().map(found -> found.group(1)).toList();
    MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
    assertThat(DIGEST.matcher(page).results().map(found -> found.group(1)).toList())
        .hasSize(5)
        .containsExactlyElementsOf(
            scripts.stream()
                .map(script -> sha256.digest(script.getBytes(StandardCharsets.UTF_8)))
                .map(Base64.getEncoder()::encodeToString)
                .toList());
  }

  @Test
  void nothingIsLoadedFromElsewhereAndTheLicenceOfTheChartLibraryIsKept() throws IOException {
    String page = render(SampleResult.studyResult());
    assertThat(SCRIPT.matcher(page).replaceAll(""))
        .doesNotContainPattern("(?i)\\s(src|srcset)=|<link|@import|url\\(|https?:");
    assertThat(page).contains("Licensed to the Apache Software Foundation (ASF)");
  }

  @Test
  void hostileTextIsNeitherMarkupNorTheEndOfAScript() throws IOException {
    String attack = "</script><img src=x onerror=alert(1)>\u2028'\"";
    StudyResult sample = SampleResult.studyResult();
    List<CellResult> cells = List.of(SamplePlots.saying(sample.cells().get(0), attack));
    StudyResult hostile = Changed.with(sample, "title", attack, "study", attack, "cells", cells);
    for (String page : List.of(render(hostile), render(comparison(hostile, null, null)))) {
      assertThat(SCRIPT.matcher(page).replaceAll(""))
          .contains("&lt;img")
          .doesNotContain("<img", "\u2028");
      assertThat(SCRIPT.matcher(page).results().map(MatchResult::group)).hasSize(5);
      // What ends a line is a space to those who read.
      assertThat(data(page).findValue("name").asText()).isEqualTo(attack.replace('\u2028', ' '));
    }
  }

  @Test
  void aPartialResultWithoutACellHasNothingButItsHead() throws IOException {
    StudyResult empty = Changed.with(SampleResult.studyResult(), "cells", List.of());
    assertThat(render(empty)).contains("INTERRUPTED", "No cell was run.");
  }

  @Test
  void cellsThatAreComparedWithOneBaselineShareItsCharts() throws IOException {
    StudyResult result = SampleRepetitions.studyResult();
    Comparison comparison =
        Comparison.of(
            List.of(
                Operand.of(0, "one", result, "fixed 24"),
                Operand.of(1, "two", result, "fixed 48"),
                Operand.of(2, "three", result, "fixed 24")),
            List.of());
    assertThat(ComparePage.of(comparison).panels())
        .extracting(ComparePage.Panel::title)
        .containsExactly("A fixed 24, B fixed 48, C fixed 24");
  }

  @Test
  void loadsOfDifferentUnitsShareNoChart() throws IOException {
    Comparison comparison = comparison(SampleResult.studyResult(), "fixed 24", "open");
    assertThat(ComparePage.of(comparison).panels())
        .extracting(ComparePage.Panel::unit)
        .containsExactly("users", "requests/s");
  }

  @Test
  void barsOfOneLoadEachHaveNoAxisOfLoads() throws IOException {
    StepResult step = SampleCurves.step(8, 2000, 4);
    StudyResult once = SampleCurves.study(List.of(SampleCurves.repetition("a", 1, step)));
    assertThat(render(comparison(once, "a", "a")))
        .contains("Metric:")
        .doesNotContain("Loads in all charts", "Metric over");
  }

  private static Comparison comparison(StudyResult result, String baseline, String candidate) {
    return Comparison.of(
        List.of(Operand.of(0, "one", result, baseline), Operand.of(1, "two", result, candidate)),
        List.of());
  }

  private static JsonNode data(String page) throws IOException {
    var found = DATA.matcher(page);
    assertThat(found.find()).isTrue();
    return JsonMapper.builder().build().readTree(found.group(1));
  }

  private static String render(StudyResult result) {
    return ReportFile.PAGE.text(new EvaluatedResult(result));
  }

  private static String render(Comparison comparison) {
    return ComparisonTables.html(comparison);
  }
}
