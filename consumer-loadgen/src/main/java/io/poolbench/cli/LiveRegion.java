package io.poolbench.cli;

import io.poolbench.report.DisplayWidth;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.function.IntSupplier;

/**
 * The lowest lines of a terminal, which are written anew in their place, while other lines scroll
 * away above them. For one thread at a time.
 *
 * <p>Each change is one write, in which the cursor moves up and comes back. No attribute, mode or
 * margin of the terminal is changed, so that whatever ends the process, even a SIGKILL, leaves a
 * terminal as it was.
 */
final class LiveRegion {
  private static final String CLEAR_LINE_END = "\u001b[K";
  private static final String CLEAR_BELOW = "\u001b[J";

  private final PrintWriter out;
  private final IntSupplier columns;
  private List<String> shown = List.of();

  /**
   * @param columns how wide the terminal is now
   */
  LiveRegion(PrintWriter out, IntSupplier columns) {
    this.out = Objects.requireNonNull(out, "out");
    this.columns = Objects.requireNonNull(columns, "columns");
  }

  /** How wide lines that are shown may be: in a terminal's last column the cursor has no place. */
  int width() {
    return Math.max(1, columns.getAsInt() - 1);
  }

  /** Prints a line above, which may be of any length. */
  void print(String line) {
    write(rewind() + CLEAR_BELOW + line + "\n" + String.join("\n", shown));
  }

  /**
   * Shows lines in place of those that were shown.
   *
   * @param lines without escape codes, no wider than {@link #width}
   */
  void show(List<String> lines) {
    String rewind = rewind();
    shown = List.copyOf(lines);
    write(rewind + String.join(CLEAR_LINE_END + "\n", shown) + CLEAR_BELOW);
  }

  /** Takes away what is shown; what is printed next stands in its place. */
  void clear() {
    show(List.of());
  }

  /** To the beginning of what is shown, where a terminal that became narrower has broken lines. */
  private String rewind() {
    int terminal = Math.max(1, columns.getAsInt());
    int rows =
        shown.stream()
            .mapToInt(line -> Math.max(0, DisplayWidth.of(line) - 1) / terminal + 1)
            .sum();
    return rows <= 1 ? "\r" : "\r\u001b[" + (rows - 1) + "A";
  }

  private void write(String text) {
    out.print(text);
    out.flush();
  }
}
