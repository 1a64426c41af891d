package io.poolbench.report;

import io.poolbench.report.Table.Column;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.PhaseResult;
import io.poolbench.result.Spread;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import io.poolbench.sla.RepeatedCell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A table of the cells whose steps have phases: a row per step, followed by a row per phase. */
final class PhaseTable {
  /** A metric with a shorter title. */
  private record Titled(String title, Metric metric) {}

  private static final List<Titled> METRICS =
      List.of(
          new Titled("TPS", Metric.TPS),
          new Titled("goodput %", Metric.GOODPUT),
          new Titled("TP50 ms", Metric.TP50),
          new Titled("TP99 ms", Metric.TP99),
          new Titled("refused %", Metric.REFUSED),
          new Titled("timed out %", Metric.TIMED_OUT),
          new Titled("too late %", Metric.EXPIRED),
          new Titled("recovery s", Metric.RECOVERY),
          new Titled("active", Metric.POOL_ACTIVE_MEAN),
          new Titled("queue max", Metric.QUEUE_MAX),
          new Titled("RSS MiB", Metric.RSS),
          new Titled("heap MiB", Metric.HEAP_AFTER_GC));

  private final List<Row> rows = new ArrayList<>();
  private final boolean repeated;

  PhaseTable(List<RepeatedCell> cells) {
    cells.stream().filter(PhaseTable::hasPhases).forEach(this::add);
    this.repeated = rows.stream().anyMatch(row -> row.cell.count() > 1);
  }

  static boolean hasPhases(RepeatedCell cell) {
    return steps(cell).anyMatch(step -> !step.phases().isEmpty());
  }

  /** A phase with its load, such as {@code overload 4,000/s}. */
  static String name(PhaseResult phase) {
    return phase.name()
        + (phase.rate() == null ? "" : " " + FigureText.count(phase.rate()) + "/s")
        + (phase.redisLatencyMillis() == null
            ? ""
            : ", Redis +" + FigureText.exact(phase.redisLatencyMillis()) + " ms");
  }

  /** A row: a cell with phases, or one of its phases as a cell. */
  private record Row(String name, RepeatedCell cell, int level, List<PhaseResult> phases) {
    String load(Function<PhaseResult, ? extends Number> of, Function<Double, String> text) {
      return Spread.of(
              phases.stream().map(of).filter(Objects::nonNull).map(Number::doubleValue).toList())
          .map(spread -> text.apply(spread.median()))
          .orElse(FigureText.UNKNOWN);
    }

    String of(Metric metric) {
      return SpreadText.of(cell, level, metric);
    }

    /** Whether any repetition is INVALID at this level. */
    boolean isInvalid() {
      return cell.level(level).verdicts().contains(Verdict.Kind.INVALID);
    }

    String markedName() {
      return isInvalid() ? name + " ?" : name;
    }
  }

  private record Texts(Column column, List<String> texts) {
    boolean isKnown() {
      return texts.stream().anyMatch(text -> !text.equals(FigureText.UNKNOWN));
    }
  }

  private void add(RepeatedCell cell) {
    List<CellResult> parts =
        cell.repetitions().stream().flatMap(of -> of.phases().stream()).toList();
    for (int level : cell.levels()) {
      String name = cell.cell().name();
      String load = FigureText.load(cell.cell().load().workload(), level);
      rows.add(
          new Row(cell.levels().size() == 1 ? name : name + ", " + load, cell, level, List.of()));
      for (RepeatedCell part : RepeatedCell.of(parts)) {
        String phase = part.cell().name().substring(name.length() + 1);
        rows.add(
            new Row(
                "  " + phase,
                part,
                ownLevel(part, cell.levels().headSet(level).size()),
                steps(cell)
                    .filter(step -> cell.isOfOwnCapacity() || step.level() == level)
                    .flatMap(step -> step.phases().stream())
                    .filter(result -> result.name().equals(phase))
                    .toList()));
      }
    }
  }

  /** The level of a phase that belongs to the step at a position among the rising levels. */
  private static int ownLevel(RepeatedCell part, int place) {
    List<Integer> levels = List.copyOf(part.levels());
    return levels.get(Math.min(place, levels.size() - 1));
  }

  private static Stream<StepResult> steps(RepeatedCell cell) {
    return cell.repetitions().stream().flatMap(of -> of.steps().stream());
  }

  /** Writes nothing where no cell has phases. */
  void writeTo(Page page) throws IOException {
    if (rows.isEmpty()) {
      return;
    }
    List<Texts> columns =
        Stream.concat(
                Stream.of(
                    texts(Column.text("cell, phase"), Row::markedName),
                    texts(
                        Column.figure("rate"),
                        row -> row.load(PhaseResult::rate, FigureText::measure)),
                    texts(
                        Column.figure("Redis ms"),
                        row -> row.load(PhaseResult::redisLatencyMillis, FigureText::exact))),
                METRICS.stream()
                    .map(of -> texts(Column.figure(of.title), row -> row.of(of.metric))))
            .filter(Texts::isKnown)
            .toList();
    page.heading(2, "Phases");
    page.table(
        new Table(
            columns.stream().map(Texts::column).toList(),
            IntStream.range(0, rows.size())
                .mapToObj(row -> columns.stream().map(column -> column.texts.get(row)).toList())
                .toList()));
    if (rows.stream().anyMatch(Row::isInvalid)) {
      page.paragraph(repeated ? "? INVALID in at least one repetition" : "? INVALID");
    }
    if (repeated) {
      page.paragraph("Medians of repetitions (lowest..highest) without INVALID steps.");
    }
  }

  private Texts texts(Column column, Function<Row, String> text) {
    return new Texts(column, rows.stream().map(text).toList());
  }
}
