package io.poolbench.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The lines of a study that no terminal shows, such as a file or a CI log: where none came for a
 * while, the present activity is printed. Thread-safe.
 */
final class PrintedLines {
  /** With a tick each second, there is a line at least every 15 s. */
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

  /** Prints the view in a line where nothing else was printed lately. */
  synchronized void show(LiveView view) {
    if (nanoTime.getAsLong() - printed >= SILENCE.toNanos()) {
      print(view.line());
    }
  }
}
