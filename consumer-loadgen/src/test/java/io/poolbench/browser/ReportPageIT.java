package io.poolbench.browser;

import static io.poolbench.result.FigureText.measure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.poolbench.Changed;
import io.poolbench.published.Breakdown;
import io.poolbench.published.PublishedStudy;
import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Sla;
import io.poolbench.store.SamplePhases;
import io.poolbench.store.SamplePlots;
import io.poolbench.store.SampleRepetitions;
import io.poolbench.store.SampleResult;
import io.poolbench.store.SampleSweep;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.Keys;

/** {@code report.html} in a real browser, by mouse and keyboard, and on paper. */
class ReportPageIT extends InChromium {
  /** US Letter between the browser's usual margins of a centimetre, in CSS pixels. */
  private static final int LETTER_WIDTH = 739;

  private static final int LETTER_HEIGHT = 979;

  static Stream<Arguments> results() {
    return Stream.of(
        Arguments.of("all kinds of verdicts", SampleResult.studyResult()),
        Arguments.of("repeated", SampleRepetitions.studyResult()),
        Arguments.of("phases", SamplePhases.studyResult()),
        Arguments.of("closed cells", SampleSweep.folded()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("results")
  void onAPhoneEveryChartIsDrawnAndNothingScrollsSidewaysNorIsRequestedOrComplainedOf(
      String name, StudyResult result) throws IOException {
    chromium.resize(375, 812);
    openAll(result);
    // Before any read of the canvases, of which Chromium itself complains.
    assertNothingIsRequestedNorComplainedOf();
    assertThePageIsNoWiderThan(375);
    assertThat(Chart.drawn(chromium))
        .extracting(Chart::id)
        .containsExactlyElementsOf(
            chromium.texts("[...document.querySelectorAll('.chart')].map(chart => chart.id)"));
  }

  /** In its tooltip, and by a cursor in the other charts of the cell. */
  @Test
  void aStepThatIsPointedAtHasItsLoadAndItsMetricsAndThePartsOfItsTimeStandOnEachOther()
      throws IOException {
    StudyResult result = SampleResult.studyResult();
    openCell(result, 0);
    List<StepResult> steps = result.cells().get(0).steps();
    StepResult step = steps.get(1);
    assertThat(first("latency").hover("TP99", 1))
        .contains("24 users", measure(step.latency().tp99Millis()));
    assertThat(first("throughput").hover("TPS", 1)).contains("24 users", measure(step.tps()));
    assertThat(first("latency").hasCursorAt(24)).isTrue();
    assertThat(first("time").hasCursorAt(24)).isTrue();

    List<Double> heights = first("time").stacked("network + client");
    assertThat(heights).hasSameSizeAs(steps);
    for (int i = 0; i < steps.size(); i++) {
      StepResult each = steps.get(i);
      double sum = Breakdown.PARTS.stream().mapToDouble(part -> part.of(each)).sum();
      assertThat(heights.get(i)).isCloseTo(sum, withinPercentage(0.1));
    }
  }

  @Test
  void cellsOfOneLevelEachAreBars() throws IOException {
    StudyResult result = SampleResult.studyResult();
    List<CellResult> cells =
        result.cells().stream()
            .filter(cell -> cell.cell().load().workload().id().equals("closed"))
            .map(cell -> Changed.with(cell, "allSteps", cell.allSteps().stream().limit(1).toList()))
            .toList();
    open(Changed.with(result, "cells", cells));
    List<String> tps = first("overview").texts();
    assertThat(tps).contains("TPS", cells.get(0).cell().name()).doesNotContain("users");
    cells.stream()
        .flatMap(cell -> cell.steps().stream())
        .forEach(step -> assertThat(tps).contains(measure(step.tps())));
  }

  @Test
  void aStepTakesTheMouseAsFarAsTheMiddleBetweenItAndItsNeighbours() throws IOException {
    openCell(SampleResult.studyResult(), 1);
    // Of 8, 24 and 40 users; the one between is INVALID.
    Chart throughput = first("throughput");
    assertThat(throughput.hover(15)).contains("8 users", "PASS");
    assertThat(throughput.hover(17)).contains("24 users", "INVALID", "TP99 unknown (limit 10 ms)");
    assertThat(throughput.hover(31)).contains("24 users", "INVALID");
    assertThat(throughput.hover(33)).contains("40 users", "PASS");
  }

  @Test
  void whereTheSlaBreaksAndWhereNothingCanBeSaidIsShownToTheMiddleBetweenLoads()
      throws IOException {
    openCell(SampleResult.studyResult(), 0);
    // The first passes with 8 and 24 users, and fails with 32.
    Chart fails = first("throughput");
    assertThat(fails.shownSeries()).contains("breaks the SLA");
    assertThat(fails.colour(25)).isEqualTo(fails.colour(27.7));
    assertThat(fails.colour(28.3)).isEqualTo(fails.colour(31)).isNotEqualTo(fails.colour(27.7));
    fails.click("breaks the SLA");
    assertThat(fails.colour(28.3)).isEqualTo(fails.colour(27.7));
    fails.click("breaks the SLA");
    assertThat(fails.shownSeries()).as("by a second click").contains("breaks the SLA");
    assertThat(fails.colour(28.3)).isNotEqualTo(fails.colour(27.7));
  }

  @Test
  void whatWasPublishedStandsAtItsLoadAlsoWhereThatWasNotMeasured() throws IOException {
    openCell(SamplePlots.published(), 0);
    Chart throughput = first("throughput");
    assertThat(throughput.hover("TPS published", 0)).contains("24 users", "published 6,711");
    assertThat(throughput.hover("TPS published", 1))
        .contains("16 users: published, not measured", "5,123");
    // What was published of 400 users would squeeze the 8 to 32 that were measured.
    assertThat(throughput.extentOfX().get(1)).isLessThan(40);
  }

  /** TP95 has no curve of its own. */
  @Test
  void aBoundOnTp95StandsInTheChartsOfResponseTimes() throws IOException {
    Sla sla = new Sla(List.of(new Sla.Bound("tp95", 9)));
    openCell(Changed.with(SampleResult.studyResult(), "cells.0.cell.sla", sla), 0);
    assertThat(first("latency").texts()).contains("SLA TP95 < 9 ms");
    assertThat(first("spectrum").texts()).contains("SLA TP95 < 9 ms");
  }

  @Test
  void loadsStandToScaleUntilTheKeyboardAsksForEvenSpacing() throws IOException {
    openCell(SampleResult.studyResult(), 0);
    // Of 8, 24 and 32 users.
    Chart latency = first("latency");
    assertThat((double) latency.distance("TP99", 0))
        .isCloseTo(2 * latency.distance("TP99", 1), within(2.0));
    chooseEvenSpacing(chromium);
    assertThat(latency.distance("TP99", 0)).isCloseTo(latency.distance("TP99", 1), within(1));
    assertThat(latency.texts()).contains("users, evenly spaced", "8", "24", "32");
    assertThat(latency.hover("TP99", 2)).contains("32 users", "FAIL");
    chromium.hands().sendKeys(Keys.ARROW_LEFT).perform();
    assertThat(latency.texts()).contains("users").doesNotContain("users, evenly spaced");
    String choice = "document.querySelector('fieldset.choice').checkVisibility()";
    assertThat(chromium.holds(choice)).isTrue();
    chromium.show("print", "light");
    assertThat(chromium.holds(choice)).as("on paper").isFalse();
  }

  @Test
  void chartsThatAreOpenedLaterKeepToTheChosenSpacing() throws IOException {
    open(SampleSweep.folded());
    chooseEvenSpacing(chromium);
    Chart.openEverything(chromium);
    assertThat(
            Chart.drawn(chromium).stream()
                .filter(chart -> !chart.id().matches("(capacity|spectrum)-.*")))
        .hasSize(3 + 4 * 4)
        .allMatch(chart -> chart.texts().contains("users, evenly spaced"));
  }

  /** By the keyboard alone. */
  private static void chooseEvenSpacing(Chromium chromium) {
    tabTo(chromium, "document.activeElement.matches('input[value=\"scale\"]')");
    chromium.hands().sendKeys(Keys.ARROW_RIGHT).perform();
  }

  private static void tabTo(Chromium chromium, String reached) {
    int presses = 0;
    while (!chromium.holds(reached)) {
      chromium.hands().sendKeys(Keys.TAB).perform();
      assertThat(++presses).as("presses of the tab key").isLessThan(500);
    }
  }

  @Test
  void aStepOverTimeNamesThePhaseThatIsPointedAtInAllItsCharts() throws IOException {
    openAll(SamplePhases.studyResult());
    assertThat(first("goodput").texts()).contains("before 500/s", "overload 2,000/s");
    // The ninth slice begins after 4 s; a queue that grows by 1,000 calls a second is of 1,500
    // then.
    assertThat(Chart.ofKind(chromium, "goodput").get(1).hover("OK", 8))
        .contains("4..4.50 s", "overload 2,000/s", "queued\t1,500", "timed out/s\t1,000");
    assertThat(Chart.ofKind(chromium, "tails").get(1).hasCursorAt(4.25)).isTrue();
  }

  @Test
  void aStepIsChosenByTheKeyboardAndShownOverTime() throws IOException {
    StudyResult result = SamplePhases.studyResult();
    CellResult cell = result.cells().get(0);
    StepResult held = Changed.with(cell.steps().get(0), "phases", List.of());
    StepResult faster = Changed.with(held, "level", 2_000);
    StepResult half = Changed.with(faster, "slices", held.slices().subList(0, 15));
    open(
        Changed.with(
            result, "cells", List.of(Changed.with(cell, "allSteps", List.of(held, half)))));
    Chart.openEverything(chromium);
    assertThat(first("goodput").extentOfX()).containsExactly(0.0, 15.0);
    tabTo(chromium, "document.activeElement.id === 'timeline-0-choice'");
    chromium.hands().sendKeys(Keys.ARROW_DOWN).perform();
    assertThat(first("goodput").extentOfX()).containsExactly(0.0, 8.0);
  }

  @Test
  void theChartsOfACellZoomInTogether() throws IOException {
    openCell(SampleSweep.folded(), 0);
    Chart latency = first("latency");
    Chart throughput = first("throughput");
    List<Double> whole = latency.extentOfX();
    latency.zoomIn();
    List<Double> zoomed = latency.extentOfX();
    assertThat(zoomed.get(1) - zoomed.get(0)).isLessThan(whole.get(1) - whole.get(0));
    assertThat(throughput.extentOfX()).isEqualTo(zoomed);
  }

  @Test
  void hostileTextsAreShownAndNeverRun() throws IOException {
    StudyResult sample = SampleResult.studyResult();
    StudyResult opened = Changed.with(sample, "cells", sample.cells().subList(0, 3));
    openAll(HostileResult.of(opened, folder));
    assertThat(chromium.text("document.querySelector('h1').textContent"))
        .contains(HostileResult.TEXT);
    assertThat(chromium.text("document.title")).contains(HostileResult.TEXT);
    assertThat(chromium.text("document.getElementById('verdict').innerText"))
        .contains(HostileResult.TEXT);
    assertThat(Chart.firstOfEachKind(chromium))
        .hasSizeGreaterThanOrEqualTo(5)
        .allSatisfy(Chart::hoverMiddle);
    assertThat(chromium.holds(HostileResult.RAN)).isFalse();
    assertThat(chromium.complaints()).isEmpty();
  }

  /** In {@link ComparePageIT} the page is dark from the start. */
  @Test
  void everyTextStandsOutAlsoWhenTheReaderComesToLikeItDark() throws IOException {
    openAll(SampleResult.studyResult());
    assertThat(chromium.figure("harness.backgroundLuminance()")).isGreaterThan(0.8);
    assertEveryTextStandsOut();
    chromium.show("screen", "dark");
    assertThat(chromium.figure("harness.backgroundLuminance()")).isLessThan(0.1);
    chromium.await("Object.values(poolbench.charts).length > 0");
    assertChartsAreDrawn();
    assertEveryTextStandsOut();
  }

  @Test
  void theBrowsersLanguageChangesNoFigure() throws IOException {
    openAll(SampleResult.studyResult());
    List<String> usual = allTexts();
    assertThat(usual).anyMatch(text -> text.contains("10,250"));
    chromium.speak("ar-EG");
    openAll(SampleResult.studyResult());
    assertThat(chromium.text("new Date(0).toLocaleDateString()")).isNotEqualTo("1/1/1970");
    assertThat(allTexts()).isEqualTo(usual);
  }

  /** The text of the page and of its charts. */
  private static List<String> allTexts() {
    List<String> texts = new ArrayList<>();
    texts.add(chromium.text("document.body.innerText"));
    Chart.drawn(chromium).forEach(chart -> texts.addAll(chart.texts()));
    return texts;
  }

  /** A print gives the window the size of the paper. */
  @Test
  void aPrintHoldsEveryCellAndChartAtTheWidthOfThePaper() throws IOException {
    open(SampleSweep.folded());
    String closed = "document.querySelector('details.cell:not([open])')";
    assertThat(chromium.holds(closed)).isTrue();
    chromium.run("dispatchEvent(new Event('beforeprint')); dispatchEvent(new Event('resize'));");
    assertThat(chromium.holds(closed)).isFalse();
    assertThat(chromium.holds("harness.allDrawn()")).isTrue();
    String widths = "[...new Set(Object.values(poolbench.charts).map(chart => chart.getWidth()))]";
    assertThat(chromium.texts(widths + ".map(String)")).hasSize(1);
    assertThat(chromium.figure(widths + "[0]")).isLessThan(LETTER_WIDTH);

    chromium.run("dispatchEvent(new Event('afterprint'));");
    assertThat(chromium.figure(widths + "[0]")).isGreaterThan(LETTER_WIDTH);
  }

  @Test
  void nothingIsWiderThanThePaperForThatWouldShrinkAllOfThePage() throws IOException {
    chromium.show("print", "light");
    chromium.resize(LETTER_WIDTH, LETTER_HEIGHT);
    StudyResult published = PublishedStudy.asPublished().result();
    openAll(Changed.with(published, "cells", published.cells().subList(0, 2)));
    assertThat(chromium.figure("document.documentElement.scrollWidth"))
        .isEqualTo(chromium.figure("document.documentElement.clientWidth"))
        .isLessThanOrEqualTo(LETTER_WIDTH);
  }

  @Test
  void ofAPageThatDoesWrongARequestAnErrorAndAWarningAreSeenAndNothingElseIs() throws IOException {
    openHtml(
        "<img src='http://example.org/pixel.png'>"
            + "<script>console.log('fine'); console.warn('hm'); undefined.missing;</script>");
    assertThat(chromium.requests()).contains("http://example.org/pixel.png");
    assertThat(chromium.complaints())
        .hasSize(3)
        .anyMatch(text -> text.contains("ERR_NAME_NOT_RESOLVED"))
        .anyMatch(text -> text.contains("\"hm\""))
        .anyMatch(text -> text.contains("missing"));
  }

  @Test
  void aScriptOutOfAnUnescapedTextIsSeenToRun() throws IOException {
    openHtml("<p>" + HostileResult.TEXT + "</p>");
    chromium.await(HostileResult.RAN);
  }

  private void openHtml(String html) throws IOException {
    Path page = folder.resolve("page.html");
    Files.writeString(page, "<!doctype html><title>t</title>" + html, StandardCharsets.UTF_8);
    chromium.open(page);
  }
}
