package io.poolbench.cli;

import io.poolbench.journal.Batch;
import io.poolbench.journal.FigureText;
import io.poolbench.judge.Verdict;
import io.poolbench.measure.StudyListener;
import io.poolbench.report.Tones;
import io.poolbench.report.format.Text;
import io.poolbench.study.Cell;
import io.poolbench.study.Study;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The state of a running study in one line: time left, load, TPS and TP99 of the last seconds,
 * round and cell. On a terminal it is below the lines of {@link Progress}; elsewhere it is printed
 * after 15 s without a line. Thread-safe: one thread reports events, another calls {@link #tick}.
 */
final class ProgressLine implements StudyListener, AutoCloseable {
  private static final Pattern VERDICT = Pattern.compile("\\b(PASS|FAIL|UNDECIDED|INVALID)\\b");
  private static final long SILENCE_NANOS = Duration.ofSeconds(15).toNanos();
  private static final long RECENT_NANOS = Duration.ofSeconds(5).toNanos();

  private final PrintWriter out;
  private final Screen screen;
  private final LongSupplier nanoTime;
  private final Progress lines;
  private final Deque<Sample> recent = new ArrayDeque<>();
  private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
  private long printedNanos;
  private String shown = "";

  private record Sample(long atNanos, String load, String where, Batch batch) {}

  ProgressLine(Study study, Duration left, PrintWriter out, Screen screen, LongSupplier nanoTime) {
    this.out = out;
    this.screen = screen;
    this.nanoTime = nanoTime;
    this.lines = new Progress(study, left, this::print, nanoTime, !screen.live());
  }

  ProgressLine started() {
    var unused = ticker.scheduleAtFixedRate(this::tick, 0, 500, TimeUnit.MILLISECONDS);
    return this;
  }

  StudyListener listener() {
    return StudyListener.all(lines, this);
  }

  @Override
  public synchronized void batchEnded(Cell cell, int level, Batch batch) {
    long now = nanoTime.getAsLong();
    recent.removeIf(sample -> now - sample.atNanos > RECENT_NANOS);
    String load = FigureText.load(cell.load().workload(), level);
    String where = lines.activity() + ", " + Text.line(cell.name());
    recent.add(new Sample(now, load, where, batch));
  }

  synchronized void tick() {
    if (screen.live() && !ticker.isShutdown()) {
      write("", Text.wrapped(state(), columns(), 0).get(0));
    } else if (!ticker.isShutdown() && nanoTime.getAsLong() - printedNanos >= SILENCE_NANOS) {
      print("  " + state());
    }
  }

  private String state() {
    Sample last = recent.peekLast();
    boolean known = last != null && last.where.startsWith(lines.activity() + ",");
    return Progress.clock(lines.remaining())
        + " left, "
        + (known ? last.load + ", " + figures(last) + last.where : lines.activity());
  }

  /** TPS and TP99 of the last load; of few calls, TP99 is the longest response time. */
  private String figures(Sample last) {
    Batch sum =
        Batch.sum(
            recent.stream()
                .filter(sample -> sample.load.equals(last.load) && sample.where.equals(last.where))
                .map(Sample::batch)
                .toList());
    String tps = FigureText.measure(sum.calls().ok() / sum.span().seconds()) + " TPS, ";
    double tp99Millis = sum.times().response().percentileNanos(99) / 1e6;
    return tp99Millis == 0 ? tps : tps + "TP99 " + FigureText.measure(tp99Millis) + " ms, ";
  }

  private synchronized void print(String line) {
    printedNanos = nanoTime.getAsLong();
    String text = String.join("\n", Text.wrapped(line, columns(), 4));
    write((screen.live() ? coloured(text) : line) + "\n", shown);
  }

  private String coloured(String text) {
    Matcher verdict = VERDICT.matcher(text);
    return verdict.replaceFirst(
        found ->
            screen.terminal().styled(Tones.of(Verdict.Kind.valueOf(found.group())), found.group()));
  }

  /** Leaves columns to the cursor and to a {@code ^C} that the terminal echoes. */
  private int columns() {
    return screen.columns().getAsInt() - 3;
  }

  /** Writes lines and the state over the state shown, which a narrower terminal has wrapped. */
  private void write(String above, String state) {
    int rows = Math.max(0, Text.width(shown) - 1) / screen.columns().getAsInt();
    String up = rows == 0 ? "\r" : "\r\u001b[" + rows + "A";
    EscapedOutput.Writer.control(out, shown.isEmpty() ? "" : up + "\u001b[J");
    out.print(above + state);
    out.flush();
    shown = state;
  }

  @Override
  public synchronized void close() {
    ticker.shutdownNow();
    write("", "");
  }
}
