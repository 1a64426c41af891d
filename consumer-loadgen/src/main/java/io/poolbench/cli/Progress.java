package io.poolbench.cli;

import static io.poolbench.journal.FigureText.counted;

import io.poolbench.journal.Batch;
import io.poolbench.journal.Calibrated;
import io.poolbench.journal.CellEnvironment;
import io.poolbench.journal.Entry;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.Level;
import io.poolbench.journal.Metric;
import io.poolbench.journal.Slice;
import io.poolbench.journal.Violation;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.judge.JudgedStudy;
import io.poolbench.judge.Verdict;
import io.poolbench.judge.Visit;
import io.poolbench.measure.StudyListener;
import io.poolbench.measure.StudyRunner;
import io.poolbench.report.CalibrationText;
import io.poolbench.report.Tones;
import io.poolbench.report.ViolationText;
import io.poolbench.report.format.Text;
import io.poolbench.study.Cell;
import io.poolbench.study.DurationText;
import io.poolbench.study.Study;
import io.poolbench.study.Study.Calibration;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Prints a line per step of a study, or per round of a paired one, with the reason of a verdict
 * that it does not show. Below them a terminal has the state in one line: time left, load, TPS and
 * TP99 of the last seconds, round and cell; elsewhere that line is printed after 15 s without
 * another one. Thread-safe: one thread reports events, another calls {@link #tick}.
 */
final class Progress implements StudyListener, AutoCloseable {
  private static final Pattern VERDICT = Pattern.compile("\\b(PASS|FAIL|UNDECIDED|INVALID)\\b");
  private static final long SILENCE_NANOS = Duration.ofSeconds(15).toNanos();
  private static final long RECENT_NANOS = Duration.ofSeconds(5).toNanos();

  private final Study study;
  private final PrintWriter out;
  private final Screen screen;
  private final LongSupplier nanoTime;
  private final ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();

  /** The step or round that is being measured. */
  private final List<Slice> unfinished = new ArrayList<>();

  private final Deque<Sample> recent = new ArrayDeque<>();
  private String activity = "starting";
  private long endNanos;
  private String failure = "";
  private long printedNanos;
  private String shown = "";

  /** A short part of a load. */
  private record Sample(long atNanos, String load, String activity, Cell cell, Batch batch) {
    boolean isLike(Sample other) {
      return load.equals(other.load)
          && activity.equals(other.activity)
          && cell.name().equals(other.cell.name());
    }
  }

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
    left(left);
  }

  Progress started() {
    var unused = ticker.scheduleAtFixedRate(this::tick, 0, 500, TimeUnit.MILLISECONDS);
    return this;
  }

  private void left(Duration left) {
    endNanos = nanoTime.getAsLong() + left.toNanos();
  }

  private String left() {
    Duration left = Duration.ofNanos(Math.max(0, endNanos - nanoTime.getAsLong()));
    return Text.clock(left) + " left";
  }

  @Override
  public synchronized void note(String text) {
    print("  note: " + text);
  }

  @Override
  public synchronized void calibrationStarted(Calibration target) {
    print("");
    print("calibrating calls to this host: " + CalibrationText.wanted(target));
  }

  @Override
  public synchronized void calibrationStep(String text) {
    activity = "calibrating: " + text;
  }

  @Override
  public synchronized void calibrationDisturbed(List<Violation> violations) {
    print("  note: calibration is disturbed: " + ViolationText.of(violations));
  }

  @Override
  public synchronized void calibrated(Calibrated calibration) {
    print("  chosen: " + CalibrationText.chosen(calibration));
    CalibrationText.outcome(calibration).forEach(text -> print("  " + text));
  }

  @Override
  public synchronized void opening(List<Cell> cells, int repetition) {
    int repetitions = study.repetitions().count();
    print("");
    print(
        (study.paired() == null
                ? "[%s/%s] "
                    .formatted(study.cells().indexOf(cells.get(0)) + 1, study.cells().size())
                : "in turns: ")
            + cells.stream().map(Cell::name).collect(Collectors.joining(", "))
            + (repetitions == 1 ? "" : ", repetition " + repetition + " of " + repetitions));
    activity = "starting the provider";
  }

  @Override
  public synchronized void warming(List<Cell> cells, CellEnvironment environment) {
    activity = "warming up";
    String provider = environment.providerCpus();
    print(
        "  %sdriver on CPU %s%s%s"
            .formatted(
                provider.isEmpty() ? "" : "provider on CPU " + provider + ", ",
                environment.driverCpus(),
                environment.pinned() ? "" : " (not pinned)",
                environment.redis().isEmpty() ? "" : "; redis: " + environment.redis()));
  }

  @Override
  public synchronized void opened(Cell cell, Entry.Opened opened) {
    Entry.WarmUp warmUp = opened.warmUp();
    // The cells of a paired study share JVMs and their compilers: one warning is enough.
    boolean isFirst = study.paired() == null || cell.equals(study.cells().get(0));
    if (warmUp != null && !warmUp.steady() && isFirst) {
      Duration shortest = StudyRunner.shortestWarmUp(study);
      boolean isLongEnough = cell.load().warmup().compareTo(shortest) >= 0;
      print(
          isLongEnough
              ? "  compiler still busy after %s s of warm-up"
                  .formatted(FigureText.measure(warmUp.seconds()))
              : "  warm-up too short to tell whether the compiler is done (load.warmup: %s or longer)"
                  .formatted(DurationText.print(shortest)));
    }
  }

  @Override
  public synchronized void visitStarted(Cell cell, Visit visit, Duration left) {
    if (study.paired() != null && visit.turn().round() != round()) {
      roundFinished();
    }
    if (visit.hold() != Visit.Hold.PROLONGED && study.paired() == null) {
      unfinished.clear();
    }
    left(left);
    activity =
        switch (visit.hold()) {
          case STEP -> "step";
          case PROLONGED -> "UNDECIDED, going on";
          case FIRST_OF_BLOCK, FURTHER_OF_BLOCK -> round(visit.turn().round());
          case SAMPLED -> "sampling where calls spend their time";
          case SAMPLED_WITH_TRIAL -> "trying twice as many connections";
        };
  }

  private String round(int number) {
    return "round %s/%s".formatted(number, Math.max(number, study.paired().rounds()));
  }

  private int round() {
    return unfinished.isEmpty() ? 0 : unfinished.get(0).key().turn().round();
  }

  @Override
  public synchronized void batchEnded(Cell cell, int level, Batch batch) {
    long now = nanoTime.getAsLong();
    recent.removeIf(sample -> now - sample.atNanos > RECENT_NANOS);
    String load = FigureText.load(cell.load().workload(), level);
    recent.add(new Sample(now, load, activity, cell, batch));
  }

  @Override
  public synchronized void visitEnded(Cell cell, Visit visit, List<Slice> slices, Duration left) {
    left(left);
    unfinished.addAll(slices);
    if (study.paired() == null && !slices.isEmpty()) {
      stepFinished(cell);
    }
  }

  private void stepFinished(Cell cell) {
    JudgedLevel level =
        JudgedStudy.of(study.withCells(List.of(cell)), List.copyOf(unfinished))
            .cells()
            .get(0)
            .levels()
            .get(0);
    Level together = level.together();
    Verdict verdict = level.verdict();
    print(
        String.format(
                Locale.ROOT,
                "  %-14s %9s TPS  TP99 %8s ms  CPU %5s %%  %-9s%s",
                FigureText.load(cell.load().workload(), level.level()),
                Metric.TPS.text(together),
                Metric.TP99.text(together),
                Metric.PROVIDER_CPU.text(together),
                verdict.kind(),
                leftInFile())
            .stripTrailing());
    boolean isSeen = verdict.codes().isEmpty() || verdict.codes().get(0).equals(Metric.TP99.id());
    if (!isSeen || !verdict.kind().isDecided()) {
      print("    " + verdict.kind() + ": " + ViolationText.of(verdict));
    }
  }

  /** A terminal shows the time left below. */
  private String leftInFile() {
    return screen.live() ? "" : "  " + left();
  }

  @Override
  public synchronized void closed(List<Cell> cells, int repetition) {
    if (study.paired() != null) {
      roundFinished();
    }
  }

  /** Such as {@code round 3/12: 1 of 6 blocks discarded: driver hiccup max}. */
  private void roundFinished() {
    if (unfinished.isEmpty()) {
      return;
    }
    Map<Integer, List<Slice>> blocks =
        unfinished.stream().collect(Collectors.groupingBy(slice -> slice.key().turn().block()));
    List<List<Slice>> discarded =
        blocks.values().stream().filter(block -> !block.stream().allMatch(Slice::isValid)).toList();
    String all = counted(blocks.size(), "block");
    print(
        "  %s: %s%s"
            .formatted(
                round(round()),
                discarded.isEmpty()
                    ? all
                    : "%s of %s discarded: %s".formatted(discarded.size(), all, causes(discarded)),
                leftInFile()));
    unfinished.clear();
  }

  private static String causes(List<List<Slice>> blocks) {
    return blocks.stream()
        .flatMap(List::stream)
        .flatMap(slice -> slice.violations().stream())
        .map(violation -> ViolationText.title(violation.code()))
        .distinct()
        .collect(Collectors.joining(", "));
  }

  @Override
  public synchronized void failed(Cell cell, Entry.Failed failed) {
    // A failure of one cell of a paired study fails all cells: it is printed once.
    if (study.paired() == null || !failed.detail().equals(failure)) {
      print("  failed:");
      failed.detail().lines().forEach(text -> print("    " + text));
    }
    failure = failed.detail();
  }

  synchronized void tick() {
    if (screen.live() && !ticker.isShutdown()) {
      write("", Text.wrapped(Text.line(state()), columns(), 0).get(0));
    } else if (!ticker.isShutdown() && nanoTime.getAsLong() - printedNanos >= SILENCE_NANOS) {
      print("  " + state());
    }
  }

  private String state() {
    Sample last = recent.peekLast();
    return left()
        + ", "
        + (last == null || !last.activity.equals(activity)
            ? activity
            : "%s, %s%s, %s".formatted(last.load, figures(last), activity, last.cell.name()));
  }

  /** TPS and TP99 of the last load; of few calls, TP99 is the longest response time. */
  private String figures(Sample last) {
    Batch sum = Batch.sum(recent.stream().filter(last::isLike).map(Sample::batch).toList());
    String tps = FigureText.measure(sum.calls().ok() / sum.span().seconds()) + " TPS, ";
    double tp99Millis = sum.times().response().percentileNanos(99) / 1e6;
    return tp99Millis == 0 ? tps : tps + "TP99 " + FigureText.measure(tp99Millis) + " ms, ";
  }

  private void print(String typed) {
    String line = Text.line(typed);
    printedNanos = nanoTime.getAsLong();
    String text = String.join("\n", Text.wrapped(line, columns(), 4));
    write((screen.live() ? coloured(text) : line) + "\n", shown);
  }

  private String coloured(String text) {
    return VERDICT
        .matcher(text)
        .replaceFirst(
            found ->
                screen
                    .terminal()
                    .styled(Tones.of(Verdict.Kind.valueOf(found.group())), found.group()));
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
