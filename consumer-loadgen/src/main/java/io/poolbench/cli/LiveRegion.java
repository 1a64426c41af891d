package io.poolbench.cli;

import io.poolbench.report.PlainText;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.function.IntSupplier;

/**
 * The lowest lines of a terminal, rewritten in place while other lines scroll above them.
 * Thread-safe.
 *
 * <p>Each change is one write that moves the cursor up and back. The terminal's attributes, modes
 * and margins stay unchanged, so that nothing has to be restored after a SIGKILL.
 */
final class LiveRegion {
  private static final String CLEAR_LINE_END = "\u001b[K";
  private static final String CLEAR_BELOW = "\u001b[J";

  private final PrintWriter out;
  private final IntSupplier columns;
  private List<String> shown = List.of();

  LiveRegion(PrintWriter out, IntSupplier columns) {
    this.out = Objects.requireNonNull(out, "out");
    this.columns = Objects.requireNonNull(columns, "columns");
  }

  /** Maximum width of a shown line, which leaves the terminal's last column to the cursor. */
  int width() {
    return Math.max(1, columns.getAsInt() - 1);
  }

  synchronized void print(String line) {
    write(rewind() + CLEAR_BELOW + line + "\n" + String.join("\n", shown));
  }

  /** Replaces the shown lines; they have no escape codes and are no wider than {@link #width}. */
  synchronized void show(List<String> lines) {
    String rewind = rewind();
    shown = List.copyOf(lines);
    write(rewind + String.join(CLEAR_LINE_END + "\n", shown) + CLEAR_BELOW);
  }

  /** Moves the cursor to the first shown line; a narrower terminal has wrapped some lines. */
  private String rewind() {
    int terminal = Math.max(1, columns.getAsInt());
    int rows =
        shown.stream()
            .mapToInt(line -> Math.max(0, PlainText.width(line) - 1) / terminal + 1)
            .sum();
    return rows <= 1 ? "\r" : "\r\u001b[" + (rows - 1) + "A";
  }

  private void write(String text) {
    out.print(text);
    out.flush();
  }
}
