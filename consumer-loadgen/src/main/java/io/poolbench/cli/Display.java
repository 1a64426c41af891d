package io.poolbench.cli;

import io.poolbench.cli.LiveProgress.LiveView;
import io.poolbench.report.PlainText;
import io.poolbench.report.Terminal;
import io.poolbench.run.StudyListener;
import io.poolbench.spec.Study;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/** A display of one study's progress; {@code onClose} removes the live view. */
record Display(StudyListener listener, Runnable onClose) implements AutoCloseable {
  static Display none() {
    return new Display(new StudyListener() {}, () -> {});
  }

  static Display lines(Study study, PrintWriter out) {
    PrintedLines printed = new PrintedLines(out, System::nanoTime);
    Progress lines = new Progress(study, printed::print, true);
    return ticking(study, lines, printed::show, () -> {});
  }

  static Display live(Study study, PrintWriter out, Screen screen) {
    LiveRegion region = new LiveRegion(out, screen.columns());
    Progress lines = new Progress(study, line -> region.print(Terminal.paint(line)), false);
    return ticking(
        study,
        lines,
        view -> region.show(view.lines(region.width())),
        () -> region.show(List.of()));
  }

  private static Display ticking(
      Study study, Progress lines, Consumer<LiveView> shown, Runnable clear) {
    LiveProgress view =
        new LiveProgress(
            study.name(), shown, System::nanoTime, lines.time(), study.repetitions().count());
    ScheduledExecutorService ticker =
        Executors.newSingleThreadScheduledExecutor(
            tick -> {
              Thread thread = new Thread(tick, "progress");
              thread.setDaemon(true);
              return thread;
            });
    var unused = ticker.scheduleAtFixedRate(view::tick, 1, 1, TimeUnit.SECONDS);
    return new Display(
        StudyListener.all(lines, view),
        () -> {
          ticker.shutdownNow();
          view.close();
          clear.run();
        });
  }

  @Override
  public void close() {
    onClose.run();
  }

  /**
   * Prints a study's lines to a file or a CI log. If no line was printed for {@link #SILENCE}, it
   * prints the current activity. Thread-safe.
   */
  static final class PrintedLines {
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

  /**
   * The lowest lines of a terminal, rewritten in place while other lines scroll above them.
   * Thread-safe.
   *
   * <p>Each change is one write that moves the cursor up and back. The terminal's attributes, modes
   * and margins stay unchanged, so that nothing has to be restored after a SIGKILL.
   */
  static final class LiveRegion {
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
}
