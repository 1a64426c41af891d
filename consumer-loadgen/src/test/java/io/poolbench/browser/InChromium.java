package io.poolbench.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.report.EvaluatedResult;
import io.poolbench.report.ReportFile;
import io.poolbench.result.StudyResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests that share a browser, which each of them finds at a desk and in light colours. */
abstract class InChromium {
  /** Each page is rendered once. */
  private static final Map<Record, String> PAGES = new ConcurrentHashMap<>();

  /** Of the Web Content Accessibility Guidelines 2.2, for texts that are not large. */
  private static final double MIN_CONTRAST = 4.5;

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

  /** Opens the page of a result, and waits until it is ready. */
  void open(StudyResult result) throws IOException {
    chromium.open(write(result));
    chromium.await("poolbench.ready");
  }

  /** Opens the page of a result with one of its cells only, and waits for its charts. */
  void openCell(StudyResult result, int number) throws IOException {
    open(result);
    Chart.openCell(chromium, number);
  }

  /** Opens the page of a result with all of its sections, and waits for their charts. */
  void openAll(StudyResult result) throws IOException {
    open(result);
    Chart.openEverything(chromium);
  }

  Path write(StudyResult result) throws IOException {
    return write(result, of -> ReportFile.PAGE.text(new EvaluatedResult(of)));
  }

  <R extends Record> Path write(R content, Function<R, String> rendered) throws IOException {
    String page = PAGES.computeIfAbsent(content, of -> rendered.apply(content));
    return Files.writeString(folder.resolve("page.html"), page);
  }

  static Chart first(String kind) {
    return Chart.ofKind(chromium, kind).get(0);
  }

  static void assertNothingIsRequestedNorComplainedOf() {
    assertThat(chromium.requests())
        .isNotEmpty()
        .allMatch(address -> address.startsWith("file:") || address.startsWith("data:"));
    assertThat(chromium.complaints()).isEmpty();
  }

  /** Of the page outside its charts, and of these. */
  static void assertEveryTextStandsOut() {
    for (String texts : List.of("harness.pageContrasts()", "harness.chartContrasts()")) {
      assertThat(chromium.figure(texts + ".length")).isGreaterThan(20);
      String faint = texts + ".filter(of => of.ratio < arguments[0]).map(of => of.text)";
      assertThat(chromium.texts(faint, MIN_CONTRAST)).isEmpty();
    }
  }

  static void assertChartsAreDrawn() {
    assertThat(Chart.drawn(chromium)).isNotEmpty();
    assertThat(Chart.blank(chromium)).isEmpty();
  }

  static void assertThePageIsNoWiderThan(int pixels) {
    assertThat(chromium.figure("document.documentElement.scrollWidth")).isEqualTo(pixels);
    assertChartsAreDrawn();
  }
}
