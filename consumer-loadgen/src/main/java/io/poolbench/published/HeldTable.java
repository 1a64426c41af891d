package io.poolbench.published;

import io.poolbench.spec.PublishedTable;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A published table, held against what was measured.
 *
 * @param figures the columns that can be held against a run
 */
public record HeldTable(PublishedTable table, List<PublishedFigure> figures, List<HeldRow> rows) {
  public HeldTable {
    Objects.requireNonNull(table, "table");
    figures = List.copyOf(figures);
    rows = List.copyOf(rows);
  }

  static HeldTable of(PublishedTable table, Evidence evidence) {
    PublishedRows rows = new PublishedRows(table);
    List<PublishedFigure> figures = PublishedFigure.of(rows);
    return new HeldTable(
        table,
        figures,
        rows.rows().stream().map(row -> HeldRow.of(table.name(), row, figures, evidence)).toList());
  }

  Stream<HeldFigure> held() {
    return rows.stream().flatMap(row -> row.figures().stream());
  }
}
