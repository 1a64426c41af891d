package io.poolbench.cli;

import io.poolbench.report.PlainText;
import io.poolbench.result.FigureText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * A snapshot of a running study for the lowest lines of a terminal.
 *
 * @param cell the running cell; cut if there is no room for it
 * @param activity the current activity
 * @param lasting time since the activity began
 * @param elapsed time since the study began
 * @param left estimated remaining time
 * @param tps TPS of the cell's steps, the running one included
 * @param tp99Millis TP99 of the same steps; null where unknown
 * @param running whether the last value of both lists is the running step's
 */
record LiveView(
    String cell,
    String activity,
    Duration lasting,
    Duration elapsed,
    Duration left,
    List<Double> tps,
    List<Double> tp99Millis,
    boolean running) {
  /** Columns for the longest value with its unit and for a {@code ^C} that the terminal echoes. */
  private static final int VALUE_COLUMNS = 20;

  private static final String GAP = "  ";

  LiveView {
    tps = Collections.unmodifiableList(new ArrayList<>(tps));
    tp99Millis = Collections.unmodifiableList(new ArrayList<>(tp99Millis));
  }

  /** The view in one line, such as {@code calibrating: warming provider 2 (35 s), 1:20 left}. */
  String line() {
    return "  %s: %s (%d s), %s left"
        .formatted(cell, activity, lasting.toSeconds(), ProgressText.clock(left));
  }

  /** The view in several lines, none wider than the given number of columns. */
  List<String> lines(int columns) {
    List<String> lines = new ArrayList<>();
    // The name is cut before the activity.
    int room = columns - PlainText.width(activity) - GAP.length();
    lines.add(PlainText.cut(cell, Math.max(0, room)) + GAP + activity);
    lines.add(bar(columns));
    if (!tps.isEmpty()) {
      lines.add(row("TPS ", tps, "", columns));
      lines.add(row("TP99", tp99Millis, " ms", columns));
    }
    return lines.stream().map(line -> PlainText.cut(line, columns)).toList();
  }

  private String bar(int columns) {
    double total = elapsed.toMillis() + left.toMillis();
    double share = total > 0 ? elapsed.toMillis() / total : 0;
    String after =
        String.format(
            Locale.ROOT, " %3d %%  %s left", (int) (100 * share), ProgressText.clock(left));
    return BlockGraphics.bar(share, Math.max(0, columns - after.length())) + after;
  }

  private String row(String name, List<Double> values, String unit, int columns) {
    return "%s %s %s%s%s"
        .formatted(
            name,
            BlockGraphics.sparkline(values, columns - name.length() - VALUE_COLUMNS),
            FigureText.measure(values.get(values.size() - 1)),
            unit,
            running ? " now" : "");
  }
}
