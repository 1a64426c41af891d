package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.compare.Comparison;
import io.poolbench.compare.Operand;
import io.poolbench.result.StudyResult;
import io.poolbench.store.SampleRepetitions;
import io.poolbench.store.SampleResult;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonHtmlRendererTest {
  private final Locale usual = Locale.getDefault();

  @AfterEach
  void backToTheUsualLocale() {
    Locale.setDefault(usual);
  }

  @ParameterizedTest
  @ValueSource(strings = {"und", "de-DE", "ja-JP", "ar-EG-u-nu-arab"})
  void thePageButForItsStyleAndScriptsIsAsItsGoldenFileWhateverTheLocale(String locale)
      throws IOException {
    Locale.setDefault(Locale.forLanguageTag(locale));
    Golden.assertMatches("comparison.html", PageFrame.of(render(SampleRepetitions.studyResult())));
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
    assertThat(ComparisonPanel.of(comparison))
        .extracting(ComparisonPanel::title)
        .containsExactly("A fixed 24, B fixed 48, C fixed 24");
  }

  @Test
  void loadsThatCountDifferentThingsShareNoChart() {
    StudyResult result = SampleResult.studyResult();
    Comparison comparison =
        Comparison.of(
            List.of(Operand.of(0, "one", result, "fixed 24"), Operand.of(1, "two", result, "open")),
            List.of());
    assertThat(ComparisonPanel.of(comparison))
        .extracting(ComparisonPanel::unit)
        .containsExactly("users", "requests/s");
  }

  private static String render(StudyResult result) throws IOException {
    StringBuilder page = new StringBuilder();
    Operand one = Operand.of(0, "one", result, null);
    new ComparisonHtmlRenderer()
        .render(Comparison.of(List.of(one, Operand.of(1, "two", result, null)), List.of()), page);
    return page.toString();
  }
}
