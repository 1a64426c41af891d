package io.poolbench.report;

import io.poolbench.judge.RepeatedCell;
import io.poolbench.published.PublishedColumn;
import io.poolbench.published.PublishedRow;
import io.poolbench.result.Metric;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Publication;
import io.poolbench.spec.Publication.PublishedTable;
import java.util.ArrayList;
import java.util.List;

/**
 * A published value at the load at which it was published.
 *
 * @param level users
 * @param metric the id of a {@link Metric}
 * @param value in the metric's unit
 */
record PublishedPoint(int level, String metric, double value) {
  /** The published values of a cell's pool; empty where the cell names no table. */
  static List<PublishedPoint> of(StudyResult result, RepeatedCell cell) {
    List<PublishedPoint> points = new ArrayList<>();
    for (Publication publication : result.published()) {
      for (PublishedTable table : publication.tables()) {
        List<PublishedColumn> columns =
            PublishedColumn.of(publication, table).stream()
                .filter(column -> column.metric() != null)
                .toList();
        for (PublishedRow row : PublishedRow.of(publication, table)) {
          if (row.isAbout(cell.cell()) && row.level().isPresent()) {
            add(points, columns, row, row.level().getAsInt());
          }
        }
      }
    }
    return points;
  }

  private static void add(
      List<PublishedPoint> points, List<PublishedColumn> columns, PublishedRow row, int level) {
    for (PublishedColumn column : columns) {
      row.value(column)
          .map(value -> new PublishedPoint(level, column.metric().id(), value))
          .ifPresent(points::add);
    }
  }
}
