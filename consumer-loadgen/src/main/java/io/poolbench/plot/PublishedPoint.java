package io.poolbench.plot;

import io.poolbench.published.PublishedFigure;
import io.poolbench.published.PublishedRows;
import io.poolbench.result.StudyResult;
import io.poolbench.sla.RepeatedCell;
import io.poolbench.spec.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * A published figure at the load at which it was published.
 *
 * @param level users
 * @param figure which
 * @param value in the figure's unit
 */
public record PublishedPoint(int level, PlotFigure figure, double value) {
  /** The figures that curves draw, by their column in published tables. */
  private static final Map<String, PlotFigure> BY_COLUMN =
      Map.of(
          "tps", PlotFigure.TPS,
          "cpu_pct", PlotFigure.CPU,
          "cpu_max_pct", PlotFigure.CPU,
          "tp50_ms", PlotFigure.TP50,
          "tp90_ms", PlotFigure.TP90,
          "tp99_ms", PlotFigure.TP99,
          "tp999_ms", PlotFigure.TP999);

  public PublishedPoint {
    Objects.requireNonNull(figure, "figure");
  }

  /** What was published of a cell's pool; nothing where the cell names no table. */
  static List<PublishedPoint> of(StudyResult result, RepeatedCell cell) {
    if (!(cell.cell().load().workload() instanceof Workload.Closed)) {
      return List.of();
    }
    List<PublishedPoint> points = new ArrayList<>();
    result.published().stream()
        .filter(table -> table.name().equals(cell.cell().published()))
        .map(PublishedRows::new)
        .forEach(
            table ->
                table.rows().stream()
                    .filter(row -> isAbout(row.threads(), cell))
                    .forEach(row -> add(points, PublishedFigure.of(table), row)));
    return points;
  }

  private static boolean isAbout(OptionalInt threads, RepeatedCell cell) {
    return threads.isEmpty() || threads.getAsInt() == cell.cell().provider().pool().threads();
  }

  private static void add(
      List<PublishedPoint> points, List<PublishedFigure> columns, PublishedRows.Row row) {
    row.users()
        .ifPresent(
            users ->
                columns.stream()
                    .filter(column -> BY_COLUMN.containsKey(column.column()))
                    .forEach(
                        column ->
                            row.figure(column)
                                .ifPresent(
                                    value ->
                                        points.add(
                                            new PublishedPoint(
                                                users, BY_COLUMN.get(column.column()), value)))));
  }
}
