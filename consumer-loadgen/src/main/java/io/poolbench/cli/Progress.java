package io.poolbench.cli;

import io.poolbench.journal.Batch;
import io.poolbench.journal.Entry;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.Violation;
import io.poolbench.judge.Visit;
import io.poolbench.measure.StudyListener;
import io.poolbench.report.ViolationText;
import io.poolbench.report.format.Text;
import io.poolbench.study.Cell;
import io.poolbench.study.Study;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Shows the state of a study in one line: time left, load, TPS and TP99 of the last seconds, round
 * and cell. A terminal shows it below all other lines. Elsewhere it is printed when another kind of
 * activity begins, and after 15 s without another line. Thread-safe: one thread reports events,
 * another calls {@link #tick}.
 */
final class Progress implements StudyListener, AutoCloseable {
  private static final long SILENCE_NANOS = Duration.ofSeconds(15).toNanos();
  private static final Duration RECENT = Duration.ofSeconds(5);

  private final Study study;
  private final PrintWriter out;
  private final Screen screen;
  private final LongSupplier nanoTime;
  private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
  private final List<Batch> recent = new ArrayList<>();
  private String load = "";
  private Cell loaded;
  private String begun = "";
  private String activity = "starting";
  private String place = "";
  private long endNanos;
  private long printedNanos;
  private String shown = "";

  /**
   * A listener that prints.
   *
   * @param left the time that the study takes, at most
   */
  Progress(Study study, Duration left, PrintWriter out, Screen screen, LongSupplier nanoTime) {
    this.study = study;
    this.out = out;
    this.screen = screen;
    this.nanoTime = nanoTime;
    endNanos = nanoTime.getAsLong() + left.toNanos();
  }

  Progress started() {
    var unused = ticker.scheduleAtFixedRate(this::tick, 0, 500, TimeUnit.MILLISECONDS);
    return this;
  }

  private void begin(String kind, String next) {
    activity = next;
    if (!kind.equals(begun)) {
      begun = kind;
      recent.clear();
      printedNanos = nanoTime.getAsLong() - SILENCE_NANOS;
      tick();
    }
  }

  @Override
  public synchronized void note(String text) {
    String line = Text.line("  note: " + text);
    write(
        (screen.live() ? String.join("\n", Text.wrapped(line, columns(), 4)) : line) + "\n", shown);
  }

  @Override
  public synchronized void calibrationStep(String text) {
    begin("calibrating", "calibrating: " + text);
  }

  @Override
  public synchronized void calibrationDisturbed(List<Violation> violations) {
    note("calibration is disturbed: " + ViolationText.of(violations));
  }

  @Override
  public synchronized void opening(List<Cell> opened, int repetition) {
    String names = opened.stream().map(Cell::name).collect(Collectors.joining(", "));
    int first = study.cells().indexOf(opened.get(0)) + 1;
    place =
        (study.paired() == null ? ", [%s/%s] ".formatted(first, study.cells().size()) : ", ")
            + names
            + (repetition == 1 ? "" : ", repetition " + repetition);
    begin("opening" + place, "starting the provider");
  }

  @Override
  public synchronized void warming(List<Cell> cells) {
    begin("warming", "warming up");
  }

  @Override
  public synchronized void visitStarted(Cell cell, Visit visit, Duration left) {
    endNanos = nanoTime.getAsLong() + left.toNanos();
    place = study.paired() == null ? place : ", " + cell.name();
    load(cell, visit.level());
    int round = visit.turn().round();
    int rounds = study.paired() == null ? 0 : Math.max(round, study.paired().rounds());
    begin(
        visit.hold().isSampled() ? "sampling" : "measuring",
        switch (visit.hold()) {
          case STEP -> "step";
          case PROLONGED -> "UNDECIDED, going on";
          case FIRST_OF_BLOCK, FURTHER_OF_BLOCK -> "round " + round + "/" + rounds;
          case SAMPLED -> "sampling where calls spend their time";
          case SAMPLED_WITH_TRIAL -> "trying twice as many connections";
        });
  }

  /** Figures of another load do not count. */
  private void load(Cell cell, int level) {
    String next = FigureText.load(cell.load().workload(), level);
    if (!next.equals(load) || !cell.equals(loaded)) {
      recent.clear();
    }
    load = next;
    loaded = cell;
  }

  @Override
  public synchronized void batchEnded(Cell cell, int level, Batch batch) {
    load(cell, level);
    recent.removeIf(old -> old.span().at().isBefore(batch.span().at().minus(RECENT)));
    recent.add(batch);
  }

  @Override
  public synchronized void failed(Cell cell, Entry.Failed failed) {
    // A failure of one cell of a paired study fails all cells: it is printed once.
    if (study.paired() == null || cell.equals(study.cells().get(0))) {
      failed.detail().lines().forEach(text -> note(cell.name() + " failed: " + text));
    }
  }

  synchronized void tick() {
    long now = nanoTime.getAsLong();
    if (screen.live() && !ticker.isShutdown()) {
      write("", Text.wrapped(Text.line(state()), columns(), 0).get(0));
    } else if (!ticker.isShutdown() && now - printedNanos >= SILENCE_NANOS) {
      printedNanos = now;
      write("  " + Text.line(state()) + "\n", "");
    }
  }

  private String state() {
    Duration left = Duration.ofNanos(endNanos - nanoTime.getAsLong());
    String time = Text.clock(left.abs()) + (left.isNegative() ? " over, " : " left, ");
    return time + (recent.isEmpty() ? "" : figures()) + activity + place;
  }

  /** TPS and TP99 of the last load; of few calls, TP99 is the longest response time. */
  private String figures() {
    Batch sum = Batch.sum(recent);
    String tps = FigureText.measure(sum.calls().ok() / sum.span().seconds());
    double tp99Millis = sum.times().response().percentileNanos(99) / 1e6;
    String tp99 = tp99Millis == 0 ? "" : "TP99 " + FigureText.measure(tp99Millis) + " ms, ";
    return "%s, %s TPS, %s".formatted(load, tps, tp99);
  }

  /** Leaves columns to the cursor and to a {@code ^C} that the terminal echoes. */
  private int columns() {
    return screen.columns().getAsInt() - 3;
  }

  /** Writes lines and the state over the state shown, which a narrower terminal has wrapped. */
  private void write(String above, String state) {
    int rows = Math.max(0, Text.width(shown) - 1) / screen.columns().getAsInt();
    String up = rows == 0 ? "\r" : "\r\u001b[" + rows + "A";
    EscapedOutput.raw(out, (shown.isEmpty() ? "" : up + "\u001b[J") + above + state);
    shown = state;
  }

  @Override
  public synchronized void close() {
    ticker.shutdownNow();
    write("", "");
  }
}
