package io.poolbench.report;

import io.poolbench.report.Table.Column;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.Spread;
import io.poolbench.sla.LevelResult;
import io.poolbench.sla.RepeatedCell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The repetitions of a cell: median, lowest and highest value of each metric by load level. */
final class RepetitionTable {
  private static final List<Metric> METRICS =
      Stream.concat(StepTable.METRICS.stream(), Stream.of(Metric.MEAN)).sorted().toList();

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
        "Medians over repetitions, without INVALID steps. Max %s within SLA: %s."
            .formatted(FigureText.unit(cell.cell().load().workload()), SpreadText.capacity(cell)));
  }

  private Table table() {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.figure(FigureText.unit(cell.cell().load().workload())));
    columns.add(Column.text("of"));
    METRICS.forEach(metric -> columns.add(Column.figure(metric.heading())));
    columns.add(Column.text("verdicts"));
    List<List<String>> rows = new ArrayList<>();
    for (LevelResult level : cell.levelResults()) {
      int valid = level.count();
      rows.add(
          row(
              level,
              FigureText.count(level.level()),
              "median of " + valid,
              Spread::median,
              verdicts(level)));
      if (valid > 0) {
        rows.add(row(level, "", "lowest", Spread::lowest, ""));
        rows.add(row(level, "", "highest", Spread::highest, ""));
      }
    }
    return new Table(columns, rows);
  }

  private static List<String> row(
      LevelResult level, String name, String of, ToDoubleFunction<Spread> end, String verdicts) {
    List<String> row = new ArrayList<>(List.of(name, of));
    for (Metric metric : METRICS) {
      row.add(metric.text(level.spread(metric).map(end::applyAsDouble).orElse(null)));
    }
    row.add(verdicts);
    return row;
  }

  private static String verdicts(LevelResult level) {
    return level.steps().stream()
        .collect(
            Collectors.groupingBy(
                step -> step.verdict().kind(), TreeMap::new, Collectors.counting()))
        .entrySet()
        .stream()
        .map(kind -> kind.getValue() + " " + kind.getKey())
        .collect(Collectors.joining(", "));
  }
}
