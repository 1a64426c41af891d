package io.poolbench.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.report.ReportFile;
import io.poolbench.report.SampleEvaluations;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page of a study in a real browser, which each test finds at a desk and in light colours. */
class StudyPageIT {
  /** Of the Web Content Accessibility Guidelines 2.2, for texts that are not large. */
  private static final double MIN_CONTRAST = 4.5;

  private static final double MIN_LINE_CONTRAST = 3;

  /** A text that tries to run a script wherever it is put unescaped. */
  private static final String HOSTILE = "</script>'\"><img src=x onerror='window.hacked=1'>&lt;{b}";

  private static final String HOSTILE_RAN = "window.hacked !== undefined";

  @AutoClose static Chromium chromium;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    chromium = Chromium.start();
  }

  @BeforeEach
  void atADesk() {
    chromium.speak("");
    chromium.resize(1280, 900);
    chromium.show("screen", "light");
  }

  private void openPage(String text) throws IOException {
    chromium.open(Files.writeString(folder.resolve("page.html"), text));
    chromium.await("poolbench.ready");
  }

  private void openQuick() throws IOException {
    openPage(ReportFile.PAGE.text(SampleEvaluations.quick()));
  }

  private static void openEverything() {
    chromium.run("document.querySelectorAll('details').forEach(part => part.open = true);");
    chromium.await("harness.allDrawn()");
  }

  private static void assertChartsAreDrawn() {
    assertThat(chromium.texts("harness.charts()")).isNotEmpty();
    assertThat(chromium.texts("harness.blank()")).isEmpty();
  }

  private static double bottom(String selector) {
    return chromium.figure(
        "document.querySelector(arguments[0]).getBoundingClientRect().bottom", selector);
  }

  @Test
  void atADeskTheAnswerTheIntervalsAndTheTableAreSeenWithoutScrolling() throws IOException {
    chromium.resize(1400, 900);
    for (var sample : List.of(SampleEvaluations.quick(), SampleEvaluations.size())) {
      openPage(ReportFile.PAGE.text(sample));
      assertThat(bottom(".answer")).isLessThan(200);
      assertThat(bottom(".intervals")).isLessThan(900);
      assertThat(bottom("main > .table")).isLessThan(900);
    }
  }

  @Test
  void onAPhoneTheAnswerIsSeenAndThePageIsNoWider() throws IOException {
    chromium.resize(390, 844);
    for (var sample : List.of(SampleEvaluations.quick(), SampleEvaluations.size())) {
      openPage(ReportFile.PAGE.text(sample));
      assertThat(bottom(".answer")).isLessThan(400);
      assertThat(chromium.figure("document.documentElement.scrollWidth")).isEqualTo(390);
      assertChartsAreDrawn();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void textsAndLinesStandOut(String colours) throws IOException {
    chromium.show("screen", colours);
    openQuick();
    openEverything();
    for (String texts : List.of("harness.pageContrasts()", "harness.chartContrasts()")) {
      assertThat(chromium.figure(texts + ".length")).isGreaterThan(20);
      String faint = texts + ".filter(of => of.ratio < arguments[0]).map(of => of.text)";
      assertThat(chromium.texts(faint, MIN_CONTRAST)).isEmpty();
    }
    String lines = "harness.lineContrasts()";
    assertThat(chromium.figure(lines + ".length")).isGreaterThan(10);
    assertThat(
            chromium.texts(
                lines + ".filter(of => of.ratio < arguments[0]).map(of => of.text)",
                MIN_LINE_CONTRAST))
        .isEmpty();
  }

  @Test
  void labelsStandAtTheirMarks() throws IOException {
    openQuick();
    List<Double> offsets =
        chromium.figures(
            "[...document.querySelectorAll('.bar')].filter(bar => bar.querySelector('.mark'))"
                + ".map(bar => ['.mark', '.value'].map(part => bar.querySelector(part)"
                + ".getBoundingClientRect()).map(box => (box.left + box.right) / 2))"
                + ".map(([mark, label]) => Math.abs(mark - label))");
    assertThat(offsets).hasSize(3).allMatch(offset -> offset < 2);
  }

  @Test
  void everyChartIsDrawnAndNothingIsRequested() throws IOException {
    openQuick();
    openEverything();
    assertChartsAreDrawn();
    assertThat(chromium.requests())
        .isNotEmpty()
        .allMatch(address -> address.startsWith("file:") || address.startsWith("data:"));
    assertThat(chromium.complaints()).isEmpty();
  }

  @Test
  void anotherMetricCanBeChosen() throws IOException {
    openQuick();
    openEverything();
    chromium.run(
        "const choice = document.querySelector('select');"
            + "choice.value = [...choice.options].findIndex(of => of.text.startsWith('TP90'));"
            + "choice.dispatchEvent(new Event('change'));");
    String name = "poolbench.charts[document.querySelector('.choice .chart').id].getOption()";
    assertThat(chromium.text(name + ".yAxis[0].name")).isEqualTo("TP90 ms");
  }

  @Test
  void noTextOfAStudyRuns() throws IOException {
    openPage(ReportFile.PAGE.text(SampleEvaluations.named(HOSTILE)));
    openEverything();
    assertThat(chromium.holds(HOSTILE_RAN)).isFalse();
    assertThat(chromium.complaints()).isEmpty();
  }
}
