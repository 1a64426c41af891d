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
  /** The least that the guidelines ask for, of texts that are not large. */
  static final double LEAST = 4.5;

  /** Relative luminance and contrast by the guidelines' formulas; colours as [r, g, b, alpha]. */
  private static final String FORMULAS =
      """
      const painter = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
      const rgba = colour => {
        painter.clearRect(0, 0, 1, 1);
        painter.fillStyle = colour;
        painter.fillRect(0, 0, 1, 1);
        const [r, g, b, alpha] = painter.getImageData(0, 0, 1, 1).data;
        return [r, g, b, alpha / 255];
      };
      const over = (top, below) =>
        [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
      const linear = c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
      const luminance = ([r, g, b]) =>
        0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
      const contrast = (one, other) => {
        const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
      };
      const behind = element => {
        if (!element) {
          return rgba(matchMedia('(prefers-color-scheme: dark)').matches
            && getComputedStyle(document.documentElement).colorScheme.includes('dark')
            ? 'rgb(18, 18, 18)' : 'white');
        }
        const own = rgba(getComputedStyle(element).backgroundColor);
        return own[3] === 1 ? own : over(own, behind(element.parentElement));
      };
      """;

  /** Of every visible text of the page that is not drawn in a chart. */
  static List<Contrast> of(Chromium chromium) {
    return from(
        chromium.run(
            FORMULAS
                + """
                const found = [];
                const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
                while (texts.nextNode()) {
                  const text = texts.currentNode.textContent.trim();
                  const parent = texts.currentNode.parentElement;
                  if (text && parent.checkVisibility({opacityProperty: true, visibilityProperty: true})
                      && parent.getClientRects().length) {
                    const back = behind(parent);
                    const ink = over(rgba(getComputedStyle(parent).color), back);
                    found.push({text, ratio: contrast(ink, back)});
                  }
                }
                return found;
                """));
  }

  /** Of every text that is drawn in a chart, its axes and legend. */
  static List<Contrast> of(Chromium chromium, Chart chart) {
    return from(
        chromium.run(
            FORMULAS
                + """
                const chart = %s;
                const back = behind(chart.getDom());
                return chart.getZr().storage.getDisplayList(true)
                  .filter(shape => shape.style && shape.style.text && shape.style.fill
                    && !shape.invisible && !shape.ignore)
                  .map(shape => ({
                    text: shape.style.text,
                    ratio: contrast(over(rgba(shape.style.fill), back), back)}));
                """
                    .formatted(chart.instance())));
  }

  /** How light what is behind the whole page is, from 0 to 1. */
  static double backgroundLuminance(Chromium chromium) {
    return ((Number) chromium.run(FORMULAS + "return luminance(behind(document.body));"))
        .doubleValue();
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
