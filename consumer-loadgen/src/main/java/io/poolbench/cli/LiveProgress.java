package io.poolbench.cli;

import io.poolbench.cli.Progress.ProgressText;
import io.poolbench.report.PlainText;
import io.poolbench.result.CellEnvironment;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.StepResult;
import io.poolbench.run.StudyListener;
import io.poolbench.run.StudyListener.LiveSnapshot;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Study.Calibration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The live view of a running study. It receives events after {@link Progress}, whose lines scroll
 * above the view. Thread-safe: one thread reports events, another one calls {@link #tick}.
 */
final class LiveProgress implements StudyListener {
  private final Consumer<LiveView> screen;
  private final LongSupplier nanoTime;
  private final TimeLeft time;
  private final int repetitions;
  private final long started;
  private final List<Double> tps = new ArrayList<>();
  private final List<Double> tp99Millis = new ArrayList<>();
  private String cell;
  private String activity = "starting";
  private long active;
  private long since;
  private TimeLeft.Estimate estimate;
  private LiveSnapshot snapshot;
  private boolean closed;

  /** Creates a view; {@link Progress} updates {@code time}. */
  LiveProgress(
      String study,
      Consumer<LiveView> screen,
      LongSupplier nanoTime,
      TimeLeft time,
      int repetitions) {
    this.cell = study;
    this.screen = screen;
    this.nanoTime = nanoTime;
    this.time = time;
    this.repetitions = repetitions;
    this.started = nanoTime.getAsLong();
    this.active = started;
    this.since = started;
    this.estimate = time.estimate();
  }

  synchronized void tick() {
    if (!closed) {
      screen.accept(view());
    }
  }

  synchronized void close() {
    closed = true;
  }

  @Override
  public synchronized void calibrationStarted(Calibration target) {
    update("calibrating", "starting a provider");
  }

  @Override
  public synchronized void calibrationStep(String text) {
    active(PlainText.line(text));
    tick();
  }

  @Override
  public synchronized void cellStarted(Cell started, int repetition, int number, int of) {
    startOver(ProgressText.cell(started, repetition, repetitions, number, of));
  }

  @Override
  public synchronized void pairedStarted(List<Cell> cells, int repetition, int of) {
    startOver(ProgressText.paired(cells, repetition, of));
  }

  @Override
  public synchronized void roundStarted(int round, int blocks, int left) {
    cell = "round " + round;
  }

  @Override
  public synchronized void sliceStarted(Cell running, int level, int left) {
    update(cell, ProgressText.window(running, level));
  }

  @Override
  public synchronized void warming(Cell warming, CellEnvironment environment) {
    update(cell, "warming up, for " + warming.load().warmup().toSeconds() + " s at most");
  }

  @Override
  public synchronized void stepStarted(Cell running, int step, int level) {
    update(cell, ProgressText.step(running, step, time.maxSteps(running), level).strip());
  }

  @Override
  public synchronized void stepProlonged(Cell running, StepResult soFar) {
    update(cell, activity);
  }

  @Override
  public synchronized void sampled(Cell loaded, LiveSnapshot latest) {
    snapshot = latest;
    tick();
  }

  @Override
  public synchronized void stepFinished(Cell finished, StepResult step) {
    tps.add(step.tps());
    tp99Millis.add(step.latency().tp99Millis());
    update(cell, activity);
  }

  @Override
  public synchronized void cellFinished(CellResult finished) {
    update(cell, "stopping the provider");
  }

  private void startOver(String newCell) {
    tps.clear();
    tp99Millis.clear();
    update(newCell, "starting the provider");
  }

  private void update(String newCell, String newActivity) {
    cell = newCell;
    active(newActivity);
    since = nanoTime.getAsLong();
    estimate = time.estimate();
    snapshot = null;
    tick();
  }

  private void active(String newActivity) {
    if (!newActivity.equals(activity)) {
      activity = newActivity;
      active = nanoTime.getAsLong();
    }
  }

  private LiveView view() {
    long now = nanoTime.getAsLong();
    List<Double> allTps = new ArrayList<>(tps);
    List<Double> allTp99 = new ArrayList<>(tp99Millis);
    if (snapshot != null) {
      allTps.add(snapshot.tps());
      allTp99.add(snapshot.tp99Millis());
    }
    return new LiveView(
        cell,
        activity,
        Duration.ofNanos(now - active),
        Duration.ofNanos(now - started),
        estimate.after(Duration.ofNanos(now - since)),
        allTps,
        allTp99,
        snapshot != null);
  }

  /**
   * A snapshot of a running study for the lowest lines of a terminal.
   *
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
    /**
     * Columns for the longest value with its unit and for a {@code ^C} that the terminal echoes.
     */
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

    /** Progress bars and sparklines of block characters. */
    static final class BlockGraphics {
      private static final String WIDTHS = "▏▎▍▌▋▊▉";
      private static final String HEIGHTS = "▁▂▃▄▅▆▇█";

      private BlockGraphics() {}

      /** A bar filled to a share of its columns (0 to 1, limited to this range), by eighths. */
      static String bar(double share, int columns) {
        int eighths = (int) Math.round(8 * columns * Math.max(0, Math.min(1, share)));
        int part = eighths % 8;
        String filled = "█".repeat(eighths / 8) + (part == 0 ? "" : WIDTHS.charAt(part - 1));
        return filled + "░".repeat(columns - filled.length());
      }

      /** A sparkline of the last values, scaled to the highest of them; null leaves a gap. */
      static String sparkline(List<Double> values, int columns) {
        List<Double> last =
            values.subList(Math.max(0, values.size() - Math.max(0, columns)), values.size());
        double highest =
            last.stream().filter(Objects::nonNull).mapToDouble(Double::doubleValue).max().orElse(0);
        return last.stream().map(value -> height(value, highest)).collect(Collectors.joining());
      }

      private static String height(Double value, double highest) {
        if (value == null) {
          return " ";
        }
        int eighths = highest > 0 ? (int) Math.ceil(HEIGHTS.length() * value / highest) : 1;
        return String.valueOf(HEIGHTS.charAt(Math.max(1, eighths) - 1));
      }
    }
  }
}
