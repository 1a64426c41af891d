package io.poolbench.browser;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;

/**
 * How a visible text stands out from what is behind it: the contrast ratio of the Web Content
 * Accessibility Guidelines 2.2, 1 to 21; they ask for 4.5.
 */
record Contrast(String text, double ratio) {
  /** The minimum of the guidelines, of texts that are not large. */
  static final double MIN_RATIO = 4.5;

  /** Of every visible text outside charts. */
  static List<Contrast> ofPage(Chromium chromium) {
    return from(chromium.run("return harness.pageContrasts();"));
  }

  static List<Contrast> ofCharts(Chromium chromium) {
    return from(chromium.run("return harness.chartContrasts();"));
  }

  private static List<Contrast> from(Object found) {
    return new JsonMapper().convertValue(found, new TypeReference<List<Contrast>>() {});
  }
}
