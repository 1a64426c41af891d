package io.poolbench.browser;

import java.util.List;
import org.openqa.selenium.Keys;
import org.openqa.selenium.interactions.WheelInput;

/**
 * A chart in the page that a Chromium shows, handled by the mouse, at the places where things are
 * drawn.
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

  /** Opens every section, and waits for the charts of all of them. */
  static void openEverything(Chromium chromium) {
    chromium.run("document.querySelectorAll('details').forEach(part => part.open = true);");
    chromium.await(
        "[...document.querySelectorAll('.chart')].every(chart => poolbench.charts[chart.id])");
  }

  /** The charts of a kind that have been drawn by now, in the page's order. */
  static List<Chart> ofKind(Chromium chromium, String kind) {
    return drawn(chromium, ".chart[data-kind=\"" + kind + "\"]");
  }

  /** Of the charts that have been drawn by now the first of each kind, in the page's order. */
  static List<Chart> firstOfEachKind(Chromium chromium) {
    List<String> kinds =
        chromium.texts(
            "[...new Set([...document.querySelectorAll('.chart')].map(c => c.dataset.kind))]");
    return kinds.stream().flatMap(kind -> ofKind(chromium, kind).stream().limit(1)).toList();
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

  /** Scrolls the chart into the window, and gives the places that an expression gives in it. */
  private Place place(String leftAndTopInChart, Object... arguments) {
    scrollIntoView();
    List<?> at =
        (List<?>)
            chromium.run(
                "const chart = %s; const box = chart.getDom().getBoundingClientRect();"
                        .formatted(instance())
                    + "const [left, top] = %s; return [box.left + left, box.top + top];"
                        .formatted(leftAndTopInChart),
                arguments);
    return new Place(
        (int) Math.round(((Number) at.get(0)).doubleValue()),
        (int) Math.round(((Number) at.get(1)).doubleValue()));
  }

  private void scrollIntoView() {
    chromium.run(container() + ".scrollIntoView({block: 'center', behavior: 'instant'});");
  }

  /** Moves the mouse over a point of a series, and waits for its tooltip. */
  String hover(String series, int index) {
    point(series, index).hover(chromium);
    return tooltip();
  }

  /** Moves the mouse to the middle of the height, over a place on the x axis. */
  String hover(double x) {
    place("[chart.convertToPixel({xAxisIndex: 0}, arguments[0]), box.height / 2]", x)
        .hover(chromium);
    return tooltip();
  }

  private Place point(String series, int index) {
    return place(
        """
        (index => chart.convertToPixel({seriesIndex: index},
            chart.getOption().series[index].data[arguments[1]]))
          (chart.getOption().series.findIndex(each => each.name === arguments[0]))\
        """,
        series,
        index);
  }

  /** How far apart two points of a series that follow each other are, in CSS pixels sideways. */
  int distance(String series, int index) {
    return point(series, index + 1).left() - point(series, index).left();
  }

  /** How high the points of a series stand on those below them; of several the last one. */
  List<Double> stacked(String series) {
    List<?> heights =
        (List<?>)
            chromium.run(
                "const data = "
                    + instance()
                    + ".getModel().getSeries().filter(each => each.name === arguments[0]).at(-1)"
                    + ".getData(); return data.mapArray("
                    + "data.getCalculationInfo('stackResultDimension'), height => height);",
                series);
    return heights.stream().map(height -> ((Number) height).doubleValue()).toList();
  }

  /** What colour there is above a place on the x axis, at the bottom of the chart. */
  String colour(double x) {
    return chromium.text(
        """
        (chart => {
          const left = Math.round(chart.convertToPixel({xAxisIndex: 0}, arguments[0]));
          const top = Math.round(chart.convertToPixel({yAxisIndex: 0}, 0)) - 4;
          return chart.getDom().querySelector('canvas').getContext('2d')
            .getImageData(left, top, 1, 1).data.join();
        })(%s)\
        """
            .formatted(instance()),
        x);
  }

  /** Whether it shows where the mouse is in another chart, and that at a place on the x axis. */
  boolean hasCursorAt(double x) {
    return chromium.holds(
        """
        ((cursor, chart) => cursor.checkVisibility() &&
          Math.abs(parseFloat(cursor.style.left)
            - chart.convertToPixel({xAxisIndex: 0}, arguments[0])) < 1)(%s, %s)\
        """
            .formatted(container() + ".querySelector('.cursor')", instance()),
        x);
  }

  /** The tooltip of the place under the mouse; waits until it shows. */
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

  /** Points at the middle of the chart, so that its tooltip shows. */
  void hoverMiddle() {
    share(0.5, 0.5).hover(chromium);
  }

  /** A place in the chart, by its shares of the width and the height. */
  private Place share(double ofWidth, double ofHeight) {
    return place("[box.width * arguments[0], box.height * arguments[1]]", ofWidth, ofHeight);
  }

  /** Clicks a text that is drawn: an entry of the legend. */
  void click(String text) {
    place(
            """
            (label => {
              const bounds = label.getBoundingRect().clone();
              if (label.transform) bounds.applyTransform(label.transform);
              return [bounds.x + bounds.width / 2, bounds.y + bounds.height / 2];
            })(chart.getZr().storage.getDisplayList(true)
              .find(shape => shape.style && shape.style.text === arguments[0]))\
            """,
            text)
        .click(chromium);
  }

  /** RoundRobin the mouse's wheel over the middle, the control key held: as one does to zoom in. */
  void zoomIn() {
    share(0.5, 0.5).zoomIn(chromium);
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
    void hover(Chromium chromium) {
      // From beside it: a mouse that does not move is not noticed.
      chromium.hands().moveToLocation(left - 3, top - 3).moveToLocation(left, top).perform();
    }

    void click(Chromium chromium) {
      chromium.hands().moveToLocation(left, top).click().perform();
    }

    void zoomIn(Chromium chromium) {
      chromium
          .hands()
          .moveToLocation(left, top)
          .keyDown(Keys.CONTROL)
          .scrollFromOrigin(WheelInput.ScrollOrigin.fromViewport(left, top), 0, -300)
          .keyUp(Keys.CONTROL)
          .perform();
    }
  }
}
