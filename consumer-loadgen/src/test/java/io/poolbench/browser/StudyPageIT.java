package io.poolbench.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.report.ReportFile;
import io.poolbench.report.SampleEvaluations;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page of a study in a real browser. */
class StudyPageIT extends InChromium {
  private static final double MIN_LINE_CONTRAST = 3;

  /** A text that tries to run a script wherever it is put unescaped. */
  private static final String HOSTILE = "</script>'\"><img src=x onerror='window.hacked=1'>&lt;{b}";

  private static final String HOSTILE_RAN = "window.hacked !== undefined";

  private void openPage(String text) throws IOException {
    chromium.open(Files.writeString(folder.resolve("page.html"), text));
    chromium.await("poolbench.ready");
  }

  private void openQuick() throws IOException {
    openPage(ReportFile.PAGE.text(SampleEvaluations.quick()));
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
      assertThePageIsNoWiderThan(390);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void textsAndLinesStandOut(String colours) throws IOException {
    chromium.show("screen", colours);
    openQuick();
    Chart.openEverything(chromium);
    assertEveryTextStandsOut();
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
    Chart.openEverything(chromium);
    assertChartsAreDrawn();
    assertNothingIsRequestedNorComplainedOf();
  }

  @Test
  void anotherMetricCanBeChosen() throws IOException {
    openQuick();
    Chart.openEverything(chromium);
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
    Chart.openEverything(chromium);
    assertThat(chromium.holds(HOSTILE_RAN)).isFalse();
    assertThat(chromium.complaints()).isEmpty();
  }
}
