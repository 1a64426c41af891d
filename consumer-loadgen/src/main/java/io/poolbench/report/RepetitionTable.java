package io.poolbench.report;

import io.poolbench.report.Table.Column;
import io.poolbench.result.FigureText;
import io.poolbench.result.Percentile;
import io.poolbench.result.Spread;
import io.poolbench.result.StepResult;
import io.poolbench.sla.RepeatedCell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** A cell's repetitions together: per level the median of each figure, its lowest and highest. */
final class RepetitionTable {
  private static final List<Figure> FIGURES = figures();

  private final RepeatedCell cell;

  RepetitionTable(RepeatedCell cell) {
    this.cell = cell;
  }

  void writeTo(Page page) throws IOException {
    page.heading(2, cell.cell().name() + ", " + cell.count() + " repetitions");
    if (!cell.levels().isEmpty()) {
      page.table(table());
    }
    page.paragraph(
        "Medians of the repetitions' figures, where known and not INVALID. Most "
            + FigureText.unit(cell.cell().load().workload())
            + " within the SLA: "
            + SpreadText.capacity(cell)
            + ".");
  }

  private Table table() {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.figure(FigureText.unit(cell.cell().load().workload())));
    columns.add(Column.text("of"));
    FIGURES.forEach(figure -> columns.add(Column.figure(figure.title())));
    columns.add(Column.text("verdicts"));
    List<List<String>> rows = new ArrayList<>();
    for (int level : cell.levels()) {
      String count = FigureText.count(level);
      rows.add(row(count, behind(level), level, Spread::median, verdicts(level)));
      if (cell.spread(level, StepResult::tps).isPresent()) {
        rows.add(row("", "lowest", level, Spread::lowest, ""));
        rows.add(row("", "highest", level, Spread::highest, ""));
      }
    }
    return new Table(columns, rows);
  }

  private List<String> row(
      String level, String what, int at, ToDoubleFunction<Spread> end, String verdicts) {
    List<String> row = new ArrayList<>(List.of(level, what));
    for (Figure figure : FIGURES) {
      row.add(
          cell.spread(at, figure.of())
              .map(spread -> figure.text().apply(end.applyAsDouble(spread)))
              .orElse(FigureText.UNKNOWN));
    }
    row.add(verdicts);
    return row;
  }

  /** How many steps are behind a level's medians. */
  private String behind(int level) {
    int valid = cell.spread(level, StepResult::tps).map(Spread::count).orElse(0);
    return "median of " + valid;
  }

  private String verdicts(int level) {
    return cell.steps(level).stream()
        .collect(
            Collectors.groupingBy(
                step -> step.verdict().kind(), TreeMap::new, Collectors.counting()))
        .entrySet()
        .stream()
        .map(kind -> kind.getValue() + " " + kind.getKey())
        .collect(Collectors.joining(", "));
  }

  private static List<Figure> figures() {
    List<Figure> figures = new ArrayList<>();
    figures.add(new Figure("TPS", StepResult::tps, FigureText::measure));
    figures.add(new Figure("mean ms", step -> step.latency().meanMillis(), FigureText::measure));
    for (Percentile percentile : Percentile.values()) {
      figures.add(
          new Figure(
              percentile.name() + " ms",
              step -> percentile.millis(step.latency()),
              FigureText::measure));
    }
    figures.add(new Figure("CPU %", step -> step.provider().cpuPct(), FigureText::pct));
    figures.add(
        new Figure("us/call", step -> step.provider().cpuMicrosPerCall(), FigureText::measure));
    figures.add(
        new Figure("avail %", step -> step.calls().availabilityPct(), FigureText::availability));
    return List.copyOf(figures);
  }

  /** A figure, where a step has it, and how it is written. */
  private record Figure(
      String title, Function<StepResult, Double> of, Function<Double, String> text) {}
}
