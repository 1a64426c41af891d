package io.poolbench.report;

import io.poolbench.journal.FigureText;
import io.poolbench.journal.Metric;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.report.PoolTables.Row;
import io.poolbench.report.format.Table;
import io.poolbench.report.format.Table.Field;
import java.util.ArrayList;
import java.util.List;

/** The cells whose levels go through phases: a row for each level, followed by its phases. */
final class PhaseTable {
  private static final List<Field<Row>> METRICS =
      List.of(
          PoolTables.column("TPS", Metric.TPS),
          PoolTables.column("goodput %", Metric.GOODPUT),
          PoolTables.column("TP50 ms", Metric.TP50),
          PoolTables.column("TP99 ms", Metric.TP99),
          PoolTables.column("refused %", Metric.REFUSED),
          PoolTables.column("timed out %", Metric.TIMED_OUT),
          PoolTables.column("too late %", Metric.EXPIRED),
          PoolTables.column("recovery s", Metric.RECOVERY),
          PoolTables.column("active", Metric.POOL_ACTIVE_MEAN),
          PoolTables.column("queue max", Metric.QUEUE_MAX),
          PoolTables.column("RSS MiB", Metric.RSS),
          PoolTables.column("heap MiB", Metric.HEAP_AFTER_GC));

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
    List<Row> rows = new ArrayList<>();
    for (EstimatedCell pool : pools) {
      for (JudgedLevel level : pool.judged().levels()) {
        rows.add(new Row(pool.name(), level));
        for (JudgedCell part : pool.judged().parts()) {
          String phase = part.name().substring(pool.name().length() + 1);
          part.level(level.level()).ifPresent(own -> rows.add(new Row("  " + phase, own)));
        }
      }
    }
    List<Field<Row>> columns = new ArrayList<>();
    columns.add(Table.text("pool, phase", Row::name).toned(row -> Tones.of(row.level())));
    columns.add(Table.figure("load", row -> FigureText.count(row.level().load())));
    columns.addAll(METRICS.subList(0, figures));
    return Table.of(rows, columns);
  }
}
