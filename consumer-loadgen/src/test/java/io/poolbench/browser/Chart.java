package io.poolbench.browser;

import java.util.List;
import org.openqa.selenium.interactions.WheelInput;

/**
 * A chart in the page that a Chromium shows, handled as people do: by the mouse, at the places
 * where things are drawn.
 *
 * @param id of its container
 */
record Chart(Chromium chromium, String id) {
  /** Whether each of some canvases (a list, as an expression) has more than one colour. */
  static final String DRAWN =
      """
      (canvases => canvases.length > 0 && [...canvases].every(canvas => {
        if (!canvas.width || !canvas.height) return false;
        const pixels = new Uint32Array(canvas.getContext('2d')
          .getImageData(0, 0, canvas.width, canvas.height).data.buffer);
        return pixels.some(pixel => pixel !== pixels[0]);
      }))(%s)\
      """;

  /** The charts of a kind that have been drawn by now, in the page's order. */
  static List<Chart> ofKind(Chromium chromium, String kind) {
    return drawn(chromium, ".chart[data-kind=\"" + kind + "\"]");
  }

  /** All charts that have been drawn by now, in the page's order. */
  static List<Chart> drawn(Chromium chromium) {
    return drawn(chromium, ".chart");
  }

  private static List<Chart> drawn(Chromium chromium, String selector) {
    return chromium
        .texts(
            "[...document.querySelectorAll(arguments[0])].map(chart => chart.id)"
                + ".filter(id => poolbench.charts[id])",
            selector)
        .stream()
        .map(id -> new Chart(chromium, id))
        .toList();
  }

  /** The expression of the chart's ECharts instance. */
  String instance() {
    return "poolbench.charts['" + id + "']";
  }

  private String container() {
    return "document.getElementById('" + id + "')";
  }

  /** Whether anything is to be seen in it. */
  boolean isDrawn() {
    return chromium.holds(DRAWN.formatted(container() + ".querySelectorAll('canvas')"));
  }

  /** The names of what it shows, as far as the legend has it switched on. */
  List<String> shownSeries() {
    return chromium.texts(
        instance()
            + ".getModel().getSeries().filter(s => "
            + instance()
            + ".getModel().isSeriesFiltered(s) === false).map(s => s.name)");
  }

  /** The points of a series, each [x, y]. */
  List<List<?>> points(String series) {
    return ((List<?>)
            chromium.run(
                "return "
                    + instance()
                    + ".getOption().series.find(s => s.name === arguments[0]).data"
                    + ".map(d => d && d.value ? d.value : d);",
                series))
        .stream().<List<?>>map(point -> (List<?>) point).toList();
  }

  /** Where a point of a series is drawn, in the window, after the chart was scrolled into it. */
  private Place place(int seriesIndex, List<?> point) {
    scrollIntoView();
    List<?> at =
        (List<?>)
            chromium.run(
                "const box = "
                    + container()
                    + ".getBoundingClientRect();"
                    + "const [x, y] = "
                    + instance()
                    + ".convertToPixel({seriesIndex: arguments[0]}, arguments[1]);"
                    + "return [box.left + x, box.top + y];",
                seriesIndex,
                point);
    return Place.of(at);
  }

  private void scrollIntoView() {
    chromium.run(container() + ".scrollIntoView({block: 'center', behavior: 'instant'});");
  }

  /** Moves the mouse over a point of a series, and waits for what the chart then tells. */
  String hover(String series, int index) {
    int seriesIndex =
        (int)
            chromium.figure(
                instance() + ".getModel().getSeries().findIndex(s => s.name === arguments[0])",
                series);
    place(seriesIndex, points(series).get(index)).hover(chromium);
    return tooltip();
  }

  /** What the chart tells of the place under the mouse; waits until it does. */
  String tooltip() {
    String shown =
        "[...document.querySelectorAll('.tooltip')]"
            + ".filter(t => t.checkVisibility({opacityProperty: true, visibilityProperty: true}))";
    chromium.await(shown + ".length > 0");
    return chromium.text(shown + ".map(t => t.innerText).join('\\n')");
  }

  /** All texts that are drawn in it. */
  List<String> texts() {
    return chromium.texts(
        instance()
            + ".getZr().storage.getDisplayList(true)"
            + ".filter(shape => shape.style && shape.style.text).map(shape => shape.style.text)");
  }

  /** Moves the mouse to and fro over all of the chart. */
  void hoverEverywhere() {
    scrollIntoView();
    List<?> box =
        (List<?>)
            chromium.run(
                "const box = "
                    + container()
                    + ".getBoundingClientRect();"
                    + "return [box.left, box.top, box.width, box.height];");
    double left = ((Number) box.get(0)).doubleValue();
    double top = ((Number) box.get(1)).doubleValue();
    for (int row = 1; row < 6; row++) {
      for (int column = 1; column < 12; column++) {
        Place.of(
                List.of(
                    left + ((Number) box.get(2)).doubleValue() * column / 12,
                    top + ((Number) box.get(3)).doubleValue() * row / 6))
            .hover(chromium);
      }
    }
  }

  /** Clicks a text of the chart: an entry of its legend. */
  void click(String text) {
    scrollIntoView();
    List<?> at =
        (List<?>)
            chromium.run(
                "const box = "
                    + container()
                    + ".getBoundingClientRect();"
                    + "const label = "
                    + instance()
                    + ".getZr().storage.getDisplayList(true)"
                    + ".find(shape => shape.style && shape.style.text === arguments[0]);"
                    + "const bounds = label.getBoundingRect().clone();"
                    + "if (label.transform) bounds.applyTransform(label.transform);"
                    + "return [box.left + bounds.x + bounds.width / 2,"
                    + " box.top + bounds.y + bounds.height / 2];",
                text);
    Place.of(at).click(chromium);
  }

  /** Turns the mouse's wheel over the middle of the chart, as one does to zoom in. */
  void zoomIn() {
    scrollIntoView();
    List<?> at =
        (List<?>)
            chromium.run(
                "const box = "
                    + container()
                    + ".getBoundingClientRect();"
                    + "return [box.left + box.width / 2, box.top + box.height / 2];");
    Place middle = Place.of(at);
    chromium
        .hands()
        .scrollFromOrigin(
            WheelInput.ScrollOrigin.fromViewport(middle.left(), middle.top()), 0, -300)
        .perform();
  }

  /** The least and the most that the x axis shows. */
  List<Double> extentOfX() {
    List<?> extent =
        (List<?>)
            chromium.run(
                "return "
                    + instance()
                    + ".getModel().getComponent('xAxis').axis.scale.getExtent();");
    return extent.stream().map(end -> ((Number) end).doubleValue()).toList();
  }

  /** A place in the window, in CSS pixels from its left and top. */
  private record Place(int left, int top) {
    static Place of(List<?> leftAndTop) {
      return new Place(
          (int) Math.round(((Number) leftAndTop.get(0)).doubleValue()),
          (int) Math.round(((Number) leftAndTop.get(1)).doubleValue()));
    }

    void hover(Chromium chromium) {
      // From beside it: a mouse that does not move is not noticed.
      chromium.hands().moveToLocation(left - 3, top - 3).moveToLocation(left, top).perform();
    }

    void click(Chromium chromium) {
      chromium.hands().moveToLocation(left, top).click().perform();
    }
  }
}
