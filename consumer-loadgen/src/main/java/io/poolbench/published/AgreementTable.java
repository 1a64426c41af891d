package io.poolbench.published;

import io.poolbench.result.StudyResult;
import io.poolbench.spec.Publication;
import io.poolbench.spec.PublishedTable;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** A published table with the measured values. */
public record AgreementTable(PublishedTable table, List<PublishedColumn> columns, List<Row> rows) {
  public AgreementTable {
    Objects.requireNonNull(table, "table");
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }

  /** A row of the table; a row of trends has no values. */
  public record Row(PublishedRow published, List<AgreementValue> values) {
    public Row {
      Objects.requireNonNull(published, "published");
      values = List.copyOf(values);
    }
  }

  static AgreementTable of(Publication publication, PublishedTable table, StudyResult result) {
    List<PublishedColumn> columns = PublishedColumn.of(publication, table);
    return new AgreementTable(
        table,
        columns,
        PublishedRow.of(publication, table).stream()
            .map(row -> row(row, columns, result))
            .toList());
  }

  private static Row row(PublishedRow row, List<PublishedColumn> columns, StudyResult result) {
    if (row.level().isEmpty()) {
      return new Row(row, List.of());
    }
    int level = row.level().getAsInt();
    Curve curve = new Curves(result).of(row);
    return new Row(
        row,
        columns.stream()
            .flatMap(
                column ->
                    row
                        .value(column)
                        .map(value -> AgreementValue.of(column, value, curve, level, result))
                        .map(value -> row.isHostBound() ? value.hostBound() : value)
                        .stream())
            .toList());
  }

  Stream<AgreementValue> values() {
    return rows.stream().flatMap(row -> row.values().stream());
  }
}
