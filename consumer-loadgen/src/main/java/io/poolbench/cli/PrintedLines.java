package io.poolbench.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Prints a study's lines to a file or a CI log. If no line was printed for {@link #SILENCE}, it
 * prints the current activity. Thread-safe.
 */
final class PrintedLines {
  /** With one tick per second, a line is printed at least every 15 s. */
  static final Duration SILENCE = Duration.ofSeconds(14);

  private final PrintWriter out;
  private final LongSupplier nanoTime;
  private long printed;

  PrintedLines(PrintWriter out, LongSupplier nanoTime) {
    this.out = out;
    this.nanoTime = nanoTime;
    this.printed = nanoTime.getAsLong();
  }

  synchronized void print(String line) {
    out.println(line);
    out.flush();
    printed = nanoTime.getAsLong();
  }

  /** Prints the view as one line if nothing was printed for {@link #SILENCE}. */
  synchronized void show(LiveView view) {
    if (nanoTime.getAsLong() - printed >= SILENCE.toNanos()) {
      print(view.line());
    }
  }
}
