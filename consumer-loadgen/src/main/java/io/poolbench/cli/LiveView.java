package io.poolbench.cli;

import io.poolbench.report.DisplayWidth;
import io.poolbench.result.FigureText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * What a terminal shows of a study at one moment.
 *
 * @param cell which cell runs; cut where there is no room for it
 * @param doing what it does now
 * @param elapsed since the study began
 * @param left how long it takes yet, as far as is known
 * @param tps of the cell's steps so far, and of the running one as it was last seen
 * @param tp99Millis likewise; null where too few calls tell it
 * @param seen whether the last of them is of a load that runs now
 */
record LiveView(
    String cell,
    String doing,
    Duration elapsed,
    Duration left,
    List<Double> tps,
    List<Double> tp99Millis,
    boolean seen) {
  /** For the longest figure with its unit, and a {@code ^C} that the terminal itself writes. */
  private static final int FIGURE = 20;

  private static final String GAP = "  ";

  LiveView {
    tps = Collections.unmodifiableList(new ArrayList<>(tps));
    tp99Millis = Collections.unmodifiableList(new ArrayList<>(tp99Millis));
  }

  /** Its lines, none wider than so many columns. */
  List<String> lines(int columns) {
    List<String> lines = new ArrayList<>();
    lines.add(title(columns));
    lines.add(bar(columns));
    if (!tps.isEmpty()) {
      lines.add(row("TPS ", tps, "", columns));
      lines.add(row("TP99", tp99Millis, " ms", columns));
    }
    return lines.stream().map(line -> DisplayWidth.cut(line, columns)).toList();
  }

  /** Rather a shortened name than no word of what is done. */
  private String title(int columns) {
    int room = columns - DisplayWidth.of(doing) - GAP.length();
    return DisplayWidth.cut(cell, Math.max(0, room)) + GAP + doing;
  }

  private String bar(int columns) {
    double total = elapsed.toMillis() + left.toMillis();
    double share = total > 0 ? elapsed.toMillis() / total : 0;
    String after =
        String.format(
            Locale.ROOT, " %3d %%  %s left", (int) (100 * share), ProgressText.clock(left));
    return Bar.of(share, Math.max(0, columns - after.length())) + after;
  }

  private String row(String name, List<Double> figures, String unit, int columns) {
    Double last = figures.get(figures.size() - 1);
    return name
        + " "
        + Sparkline.of(figures, columns - name.length() - FIGURE)
        + " "
        + FigureText.measure(last)
        + unit
        + (seen ? " now" : "");
  }
}
