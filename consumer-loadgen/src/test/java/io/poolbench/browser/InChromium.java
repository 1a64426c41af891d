package io.poolbench.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests that share a browser, which each of them finds at a desk and in light colours. */
abstract class InChromium {
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
