package io.poolbench.published;

import io.poolbench.published.AgreementValue.AgreementStatus;
import io.poolbench.result.AgreementRow;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Publication;
import io.poolbench.spec.Publication.PublishedTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The agreement of a result with the published tables that its cells name, and its decisions on the
 * published findings.
 *
 * @param bands of all values, each once
 * @param tables in the order in which the cells name them; empty if they name none
 * @param findings about tables that are named; undecided if only some of a finding's tables are
 */
public record Agreement(
    List<Band> bands, List<AgreementTable> tables, List<FindingResult> findings) {
  public Agreement {
    bands = bands.stream().distinct().toList();
    tables = List.copyOf(tables);
    findings = List.copyOf(findings);
  }

  public static Agreement of(StudyResult result) {
    List<Band> bands = new ArrayList<>();
    List<AgreementTable> tables = new ArrayList<>();
    List<FindingResult> findings = new ArrayList<>();
    for (Publication publication : result.published()) {
      publication.bands().forEach((name, limits) -> bands.add(new Band(name, limits)));
      Expressions expressions = new Expressions(publication);
      StatementEvaluator evaluator = new StatementEvaluator(result, List.of(publication));
      publication.tables().stream()
          .map(table -> AgreementTable.of(publication, table, result))
          .forEach(tables::add);
      publication.findings().stream()
          .filter(expressions::isAboutNamedTable)
          .map(finding -> FindingResult.of(finding, evaluator))
          .forEach(findings::add);
    }
    return new Agreement(bands, tables, findings);
  }

  public boolean isEmpty() {
    return tables.isEmpty();
  }

  public Tally tally() {
    return Tally.of(values());
  }

  /** All values as written to files, table by table and row by row. */
  public List<AgreementRow> written() {
    return tables.stream()
        .flatMap(table -> table.rows().stream())
        .flatMap(row -> row.values().stream().map(value -> value.written(row.published())))
        .toList();
  }

  private List<AgreementValue> values(Band band) {
    return values().stream().filter(value -> value.column().band().equals(band)).toList();
  }

  public String line() {
    Tally all = tally();
    return ("Agreement: %s published values are within their bands: %s. Beyond %s%s, INVALID %s,"
            + " not measured %s.")
        .formatted(
            all.text(),
            bands.stream()
                .filter(band -> !values(band).isEmpty())
                .map(
                    band ->
                        band.name()
                            + " "
                            + Tally.of(values(band)).text()
                            + " ("
                            + band.text()
                            + ")")
                .collect(Collectors.joining(", ")),
            all.count(AgreementStatus.DEVIATES),
            notCompared(all),
            all.count(AgreementStatus.INVALID),
            all.count(AgreementStatus.MISSING));
  }

  private static String notCompared(Tally all) {
    long open = all.count(AgreementStatus.OPEN);
    long count = all.count(AgreementStatus.NOT_CALIBRATED);
    return (open == 0 ? "" : ", open by their intervals " + open)
        + (count == 0 ? "" : ", not comparable as the calibration does not hold " + count);
  }

  private List<AgreementValue> values() {
    return tables.stream()
        .flatMap(AgreementTable::values)
        .filter(value -> value.status() != AgreementStatus.HOST_BOUND)
        .toList();
  }

  public record Tally(Map<AgreementStatus, Long> counts) {
    public Tally {
      counts = Map.copyOf(counts);
    }

    static Tally of(List<AgreementValue> values) {
      return new Tally(
          values.stream()
              .collect(Collectors.groupingBy(AgreementValue::status, Collectors.counting())));
    }

    public long count(AgreementStatus... of) {
      return Arrays.stream(of).mapToLong(status -> counts.getOrDefault(status, 0L)).sum();
    }

    /** Such as {@code 14 of 16}. */
    public String text() {
      return count(AgreementStatus.AGREES) + " of " + count(AgreementStatus.values());
    }
  }

  /** A published table with the measured values. */
  public record AgreementTable(
      PublishedTable table, List<PublishedColumn> columns, List<Row> rows) {
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

    public Stream<AgreementValue> values() {
      return rows.stream().flatMap(row -> row.values().stream());
    }
  }
}
