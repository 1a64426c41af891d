package io.poolbench.browser;

import java.util.List;
import java.util.stream.Stream;
import org.openqa.selenium.Keys;
import org.openqa.selenium.Point;
import org.openqa.selenium.interactions.WheelInput;

/**
 * A chart in the page that a Chromium shows, handled by the mouse, at the places where things are
 * drawn. What is read of it is in {@code harness.js}.
 *
 * @param id of its container
 */
record Chart(Chromium chromium, String id) {
  static void openEverything(Chromium chromium) {
    chromium.run("document.querySelectorAll('details').forEach(part => part.open = true);");
    chromium.await("harness.allDrawn()");
  }

  /** Opens a cell with its sections, and waits for the charts of all of them. */
  static void openCell(Chromium chromium, int number) {
    chromium.run("harness.cell(arguments[0]).forEach(part => part.open = true);", number);
    chromium.await("harness.allDrawn(harness.cell(arguments[0])[0])", number);
  }

  static List<Chart> ofKind(Chromium chromium, String kind) {
    return charts(chromium, "harness.charts('.chart[data-kind=\"" + kind + "\"]')");
  }

  static List<Chart> firstOfEachKind(Chromium chromium) {
    return charts(chromium, "harness.firstOfEachKind()");
  }

  static List<Chart> drawn(Chromium chromium) {
    return charts(chromium, "harness.charts()");
  }

  /** The ids of charts that have been drawn by now, and in which nothing is to be seen. */
  static List<String> blank(Chromium chromium) {
    return chromium.texts("harness.blank()");
  }

  private static List<Chart> charts(Chromium chromium, String ids) {
    return chromium.texts(ids).stream().map(id -> new Chart(chromium, id)).toList();
  }

  /** The names of the series that the legend has switched on. */
  List<String> shownSeries() {
    return chromium.texts("harness.shownSeries(arguments[0])", id);
  }

  List<String> texts() {
    return chromium.texts("harness.texts(arguments[0])", id);
  }

  List<Double> extentOfX() {
    return chromium.figures("harness.extentOfX(arguments[0])", id);
  }

  /** How high the points of a series stand on those below them; of several the last one. */
  List<Double> stacked(String series) {
    return chromium.figures("harness.stacked(...arguments)", id, series);
  }

  /** What colour there is above a place on the x axis, at the bottom of the chart. */
  String colour(double x) {
    return chromium.text("harness.colour(...arguments)", id, x);
  }

  /** Whether it shows where the mouse is in another chart, and that at a place on the x axis. */
  boolean hasCursorAt(double x) {
    return chromium.holds("harness.hasCursorAt(...arguments)", id, x);
  }

  /** How far apart two points of a series that follow each other are, in CSS pixels sideways. */
  int distance(String series, int index) {
    return place("point", series, index + 1).x - place("point", series, index).x;
  }

  /** Moves the mouse over a point of a series, and waits for its tooltip. */
  String hover(String series, int index) {
    return hover(place("point", series, index));
  }

  /** Moves the mouse to the middle of the height, over a place on the x axis. */
  String hover(double x) {
    return hover(place("level", x));
  }

  void hoverMiddle() {
    hover(place("middle"));
  }

  private String hover(Point at) {
    // From beside it: a mouse that does not move is not noticed.
    chromium.handsAt(at.x - 3, at.y - 3).perform();
    chromium.handsAt(at.x, at.y).perform();
    chromium.await("harness.tooltips().length > 0");
    return String.join("\n", chromium.texts("harness.tooltips()"));
  }

  /** Clicks a text that is drawn: an entry of the legend. */
  void click(String text) {
    Point at = place("text", text);
    chromium.handsAt(at.x, at.y).click().perform();
  }

  /** Turns the mouse's wheel over the middle, the control key held: as one does to zoom in. */
  void zoomIn() {
    Point at = place("middle");
    chromium
        .hands()
        .moveToLocation(at.x, at.y)
        .keyDown(Keys.CONTROL)
        .scrollFromOrigin(WheelInput.ScrollOrigin.fromViewport(at.x, at.y), 0, -300)
        .keyUp(Keys.CONTROL)
        .perform();
  }

  /** A place in the window, to which the chart is scrolled. */
  private Point place(String kind, Object... arguments) {
    List<Double> leftAndTop =
        chromium.figures(
            "harness." + kind + "Place(...arguments)",
            Stream.concat(Stream.of(id), Stream.of(arguments)).toArray());
    return new Point(leftAndTop.get(0).intValue(), leftAndTop.get(1).intValue());
  }
}
