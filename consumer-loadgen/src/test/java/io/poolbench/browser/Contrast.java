package io.poolbench.browser;

import java.util.List;
import java.util.Map;

/**
 * How a visible text stands out from what is behind it: the contrast ratio of the Web Content
 * Accessibility Guidelines 2.2, 1 to 21; they ask for 4.5.
 *
 * @param text the text
 * @param ratio its contrast
 */
record Contrast(String text, double ratio) {
  /** The minimum of the guidelines, of texts that are not large. */
  static final double MIN_RATIO = 4.5;

  /** Of every visible text of the page that is not drawn in a chart. */
  static List<Contrast> ofPage(Chromium chromium) {
    return from(chromium.run("return harness.pageContrasts();"));
  }

  /** Of every text that is drawn in a chart, its axes and legend. */
  static List<Contrast> ofCharts(Chromium chromium) {
    return from(chromium.run("return harness.chartContrasts();"));
  }

  private static List<Contrast> from(Object found) {
    return ((List<?>) found)
        .stream()
            .map(each -> (Map<?, ?>) each)
            .map(
                each ->
                    new Contrast(
                        String.valueOf(each.get("text")),
                        ((Number) each.get("ratio")).doubleValue()))
            .toList();
  }
}
