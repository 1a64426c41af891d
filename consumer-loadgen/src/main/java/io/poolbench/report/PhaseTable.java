package io.poolbench.report;

import io.poolbench.judge.RepeatedCell;
import io.poolbench.report.Table.Field;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.Spread;
import io.poolbench.result.StepResult;
import io.poolbench.result.StepResult.PhaseResult;
import io.poolbench.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/** A table of the cells whose steps have phases: a row per step, followed by a row per phase. */
final class PhaseTable {
  /** Metrics with shorter titles. */
  private static final List<Field<Row>> METRICS =
      List.of(
          column("TPS", Metric.TPS),
          column("goodput %", Metric.GOODPUT),
          column("TP50 ms", Metric.TP50),
          column("TP99 ms", Metric.TP99),
          column("refused %", Metric.REFUSED),
          column("timed out %", Metric.TIMED_OUT),
          column("too late %", Metric.EXPIRED),
          column("recovery s", Metric.RECOVERY),
          column("active", Metric.POOL_ACTIVE_MEAN),
          column("queue max", Metric.QUEUE_MAX),
          column("RSS MiB", Metric.RSS),
          column("heap MiB", Metric.HEAP_AFTER_GC));

  private static Field<Row> column(String title, Metric metric) {
    return Table.known(Table.figure(title, row -> SpreadText.of(row.cell, row.level, metric)));
  }

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

    boolean isInvalid() {
      return cell.level(level).verdicts().contains(Verdict.Kind.INVALID);
    }

    String markedName() {
      return isInvalid() ? name + " ?" : name;
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
        List<PhaseResult> results =
            steps(cell)
                .filter(step -> cell.isOfOwnCapacity() || step.level() == level)
                .flatMap(step -> step.phases().stream())
                .filter(result -> result.name().equals(phase))
                .toList();
        // Phases of two low rates may have one level, as a share of a rate is rounded.
        rows.add(new Row("  " + phase, part, results.get(0).figures().level(), results));
      }
    }
  }

  private static Stream<StepResult> steps(RepeatedCell cell) {
    return cell.repetitions().stream().flatMap(of -> of.steps().stream());
  }

  /** Writes nothing where no cell has phases. */
  void writeTo(Page page) {
    if (rows.isEmpty()) {
      return;
    }
    List<Field<Row>> columns = new ArrayList<>();
    columns.add(Table.text("cell, phase", Row::markedName));
    columns.add(
        Table.known(Table.figure("rate", row -> row.load(PhaseResult::rate, FigureText::measure))));
    columns.add(
        Table.known(
            Table.figure(
                "Redis ms", row -> row.load(PhaseResult::redisLatencyMillis, FigureText::exact))));
    columns.addAll(METRICS);
    page.heading(2, "Phases");
    page.table(Table.of(rows, columns));
    if (rows.stream().anyMatch(Row::isInvalid)) {
      page.paragraph(repeated ? "? INVALID in at least one repetition" : "? INVALID");
    }
    if (repeated) {
      page.paragraph(
          "Medians of repetitions (lowest..highest) without INVALID steps." + SpreadText.BY_COLUMN);
    }
  }
}
