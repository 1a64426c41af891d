package io.poolbench.published;

import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.PublishedTable;
import io.poolbench.spec.Workload;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What a result has to say about published tables: for each the cells that name it. */
record Evidence(StudyResult result) {
  /** Whether any cell is held against the table. */
  boolean has(String table) {
    return table(table).isPresent();
  }

  Optional<PublishedRows> table(String name) {
    return result.published().stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .map(PublishedRows::new);
  }

  List<PublishedTable> tables() {
    return result.published();
  }

  /** The pool that a table without threads is about. */
  Curve curve(String table) {
    return curve(table, cell -> true);
  }

  /** The pool of so many threads that a table is about. */
  Curve curve(String table, int threads) {
    return curve(table, cell -> cell.cell().provider().pool().threads() == threads);
  }

  /** The pool that a row of a table is about. */
  Curve curve(String table, PublishedRows.Row row) {
    return row.threads().isPresent() ? curve(table, row.threads().getAsInt()) : curve(table);
  }

  /** Only closed loops have users. */
  private Curve curve(String table, Predicate<CellResult> pool) {
    return new Curve(
        result.cells().stream()
            .filter(cell -> cell.cell().published().equals(table))
            .filter(cell -> cell.cell().load().workload() instanceof Workload.Closed)
            .filter(pool)
            .toList());
  }

  /** The counters of a look, told beside what the calls were calibrated to. */
  Counters counters(Look look) {
    return new Counters(look, result.calibration());
  }
}
