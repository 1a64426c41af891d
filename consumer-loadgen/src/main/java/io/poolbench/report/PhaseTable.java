package io.poolbench.report;

import io.poolbench.journal.FigureText;
import io.poolbench.journal.Metric;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.report.PoolTables.Row;
import io.poolbench.report.format.Table;
import io.poolbench.report.format.Table.Field;
import java.util.ArrayList;
import java.util.List;

/** The cells whose levels go through phases: a row for each level, followed by its phases. */
final class PhaseTable {
  private static final List<Metric> METRICS =
      List.of(
          Metric.TPS,
          Metric.GOODPUT,
          Metric.TP50,
          Metric.TP99,
          Metric.REFUSED,
          Metric.TIMED_OUT,
          Metric.EXPIRED,
          Metric.RECOVERY,
          Metric.POOL_ACTIVE_MEAN,
          Metric.QUEUE_MAX,
          Metric.RSS,
          Metric.HEAP_AFTER_GC);

  /** The figures of the first screen. */
  private static final int FRONT = 5;

  private PhaseTable() {}

  /** At most seven columns. */
  static Table front(List<EstimatedCell> pools) {
    return table(pools, FRONT);
  }

  static Table whole(List<EstimatedCell> pools) {
    return table(pools, METRICS.size());
  }

  private static Table table(List<EstimatedCell> pools, int figures) {
    List<Row> rows =
        pools.stream()
            .flatMap(
                pool -> PoolTables.rows(pool, level -> pool.name(), (name, load) -> name).stream())
            .toList();
    List<Field<Row>> columns = new ArrayList<>();
    columns.add(Table.text("pool, phase", Row::name).toned(row -> Tones.of(row.level())));
    columns.add(Table.figure("load", row -> FigureText.count(row.level().load())));
    METRICS.stream().limit(figures).map(PoolTables::column).forEach(columns::add);
    return Table.of(rows, columns);
  }
}
