package io.poolbench.report;

import io.poolbench.published.PublishedFigure;
import io.poolbench.published.PublishedRows;
import io.poolbench.result.Metric;
import io.poolbench.result.StudyResult;
import io.poolbench.sla.RepeatedCell;
import io.poolbench.spec.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * A published value at the load at which it was published.
 *
 * @param level users
 * @param metric the id of a {@link Metric}
 * @param value in the metric's unit
 */
record PublishedPoint(int level, String metric, double value) {
  /** The values published of a cell's pool; none where the cell names no table. */
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
    if (row.users().isEmpty()) {
      return;
    }
    for (PublishedFigure column : columns) {
      OptionalDouble value = row.figure(column);
      metric(column.column())
          .filter(metric -> value.isPresent())
          .map(
              metric ->
                  new PublishedPoint(row.users().getAsInt(), metric.id(), value.getAsDouble()))
          .ifPresent(points::add);
    }
  }

  private static Optional<Metric> metric(String column) {
    return switch (column) {
      case "cpu_pct", "cpu_max_pct" -> Optional.of(Metric.PROVIDER_CPU);
      default ->
          Arrays.stream(Metric.values())
              .filter(metric -> metric.column().equals(column))
              .findFirst();
    };
  }
}
