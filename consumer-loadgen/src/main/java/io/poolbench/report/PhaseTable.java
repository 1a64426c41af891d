package io.poolbench.report;

import io.poolbench.journal.FigureText;
import io.poolbench.journal.Metric;
import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.JudgedCell;
import io.poolbench.judge.JudgedLevel;
import io.poolbench.report.format.Table;
import io.poolbench.report.format.Table.Field;
import java.util.ArrayList;
import java.util.List;

/** The cells whose levels go through phases: a row for each level, followed by its phases. */
final class PhaseTable {
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

  /** The figures of the first screen. */
  private static final int FRONT = 5;

  private record Row(String name, JudgedLevel level) {}

  private PhaseTable() {}

  private static Field<Row> column(String title, Metric metric) {
    return Table.figure(title, (Row row) -> metric.text(row.level().together())).known();
  }

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
          part.level(level.level()).ifPresent(of -> rows.add(new Row("  " + phase, of)));
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
