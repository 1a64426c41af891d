package io.poolbench.published;

import io.poolbench.model.ClosedNetwork;
import io.poolbench.published.Agreement.AgreementTable;
import io.poolbench.published.AgreementValue.AgreementStatus;
import io.poolbench.published.TheoryValue.Reach;
import io.poolbench.published.TheoryValue.RelativeValue;
import io.poolbench.result.AgreementRow;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Cell;
import io.poolbench.spec.Publication;
import io.poolbench.spec.Publication.PublishedTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Published values compared with those of theory, for the study's system and for the result's host.
 * The comparison shows whether a deviation is caused by the host. Computing it simulates each row,
 * which takes some hundred milliseconds per table.
 *
 * @param host null if unknown, or if no publication declares a system that theory describes
 * @param tables in the order of the {@link Agreement}
 */
public record TheoryAgreement(Theory host, List<Table> tables) {
  public TheoryAgreement {
    tables = List.copyOf(tables);
  }

  /** A table; {@code study} is null if the publication declares no system. */
  public record Table(AgreementTable table, Theory study, List<Row> rows) {
    public Table {
      Objects.requireNonNull(table, "table");
      rows = List.copyOf(rows);
    }
  }

  /** A row with its values; a row of trends has none. */
  public record Row(PublishedRow published, List<TheoryValue> values) {
    public Row {
      Objects.requireNonNull(published, "published");
      values = List.copyOf(values);
    }
  }

  public static TheoryAgreement of(StudyResult result, Agreement agreement) {
    if (agreement.isEmpty()) {
      return new TheoryAgreement(null, List.of());
    }
    boolean declared = result.published().stream().anyMatch(of -> of.system() != null);
    Theory host = declared ? Theory.ofHost(result).orElse(null) : null;
    Curves curves = new Curves(result);
    List<Table> tables = new ArrayList<>();
    for (AgreementTable table : agreement.tables()) {
      Theory study = study(result, table.table());
      tables.add(
          new Table(
              table,
              study,
              table.rows().stream()
                  .map(row -> row(row, table.columns(), study, host, curves, units(result, host)))
                  .toList()));
    }
    return new TheoryAgreement(host, tables);
  }

  private static Theory study(StudyResult result, PublishedTable table) {
    return result.published().stream()
        .filter(of -> of.tables().contains(table))
        .map(Publication::system)
        .filter(Objects::nonNull)
        .map(Theory::of)
        .findFirst()
        .orElse(null);
  }

  /** Null if the host's units are unknown. */
  private static Units units(StudyResult result, Theory host) {
    return result.calibration() != null
        ? Units.of(result.calibration())
        : host == null ? null : Units.of(host);
  }

  private static Row row(
      AgreementTable.Row row,
      List<PublishedColumn> columns,
      Theory study,
      Theory host,
      Curves curves,
      Units units) {
    List<PublishedColumn> printed = row.values().stream().map(AgreementValue::column).toList();
    Map<PublishedColumn, Double> ofStudy = values(study, row, printed, curves);
    Map<PublishedColumn, Double> ofHost = values(host, row, printed, curves);
    return new Row(
        row.published(),
        columns.stream()
            .flatMap(column -> row.values().stream().filter(of -> of.column().equals(column)))
            .map(
                of ->
                    new TheoryValue(
                        of,
                        ofStudy.get(of.column()),
                        ofHost.get(of.column()),
                        study == null || units == null
                            ? null
                            : RelativeValue.of(of, Units.of(study), units).orElse(null)))
            .toList());
  }

  private static Map<PublishedColumn, Double> values(
      Theory theory, AgreementTable.Row row, List<PublishedColumn> columns, Curves curves) {
    Curve curve = curves.of(row.published());
    if (theory == null || columns.isEmpty() || curve.cells().isEmpty()) {
      return Map.of();
    }
    Cell cell = curve.cells().get(0).cell();
    return theory.values(cell, row.published().level().orElseThrow(), columns);
  }

  public Stream<TheoryValue> values() {
    return tables.stream()
        .flatMap(table -> table.rows().stream())
        .flatMap(row -> row.values().stream());
  }

  /**
   * The predictions of a theory for one cell: {@code tps} over given users, and {@code values} of
   * the published rows about the cell, except its capacity.
   */
  public record TheoryCurve(Theory theory, boolean isHost, List<Double> tps, List<Value> values) {}

  public record Value(int users, Metric metric, double value) {}

  /** The predictions for a cell by the theories of the tables about it; empty without a table. */
  public List<TheoryCurve> curves(Cell cell, List<Integer> users) {
    List<TheoryCurve> curves = new ArrayList<>();
    for (Table table : tables) {
      List<Row> rows = table.rows().stream().filter(row -> row.published().isAbout(cell)).toList();
      if (!rows.isEmpty() && table.study() != null) {
        curves.add(curve(table.study(), false, cell, users, rows));
      }
      if (!rows.isEmpty() && host != null) {
        curves.add(curve(host, true, cell, users, rows));
      }
    }
    return curves;
  }

  private static TheoryCurve curve(
      Theory theory, boolean isHost, Cell cell, List<Integer> users, List<Row> rows) {
    List<Value> values = new ArrayList<>();
    for (Row row : rows) {
      for (TheoryValue value : row.values()) {
        Double of = isHost ? value.host() : value.study();
        PublishedColumn column = value.value().column();
        if (of != null && !column.isCapacity()) {
          values.add(new Value(row.published().level().orElseThrow(), column.metric(), of));
        }
      }
    }
    return new TheoryCurve(
        theory,
        isHost,
        users.stream().map(n -> theory.state(cell.provider().pool(), n).tps()).toList(),
        values);
  }

  /** All values as written to files, table by table and row by row. */
  public List<AgreementRow> rows() {
    return tables.stream()
        .flatMap(
            table ->
                table.rows().stream()
                    .flatMap(row -> row.values().stream().map(value -> row(table, row, value))))
        .toList();
  }

  private static AgreementRow row(Table table, Row row, TheoryValue value) {
    AgreementValue of = value.value();
    ValueInterval interval = of.interval();
    RelativeValue relative = value.relative();
    ValueInterval relativeInterval = relative == null ? null : relative.interval();
    return new AgreementRow(
        table.table().table().name(),
        row.published().name(),
        of.column().column(),
        of.published(),
        of.measured(),
        of.status().id(),
        value.study(),
        value.agrees(value.study()),
        value.host(),
        value.agrees(value.host()),
        value.reach().id(),
        interval == null ? null : interval.low(),
        interval == null ? null : interval.high(),
        relative == null ? "" : relative.unit(),
        relative == null ? null : relative.published(),
        relative == null ? null : relative.measured(),
        relativeInterval == null ? null : relativeInterval.low(),
        relativeInterval == null ? null : relativeInterval.high(),
        relative == null ? "" : relative.agreement().id());
  }

  /** Summary sentences of the agreement with theory; empty without theory. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    List<AgreementStatus> relative =
        values()
            .map(TheoryValue::relative)
            .filter(Objects::nonNull)
            .map(RelativeValue::agreement)
            .filter(AgreementStatus::isCompared)
            .toList();
    if (!relative.isEmpty()) {
      lines.add(
          ("In units of the saturated throughput, the uncontended response time and the users at"
                  + " the knee, each of its own host, %s of %s measured values are within their"
                  + " bands, %s beyond, %s open by their intervals.")
              .formatted(
                  Collections.frequency(relative, AgreementStatus.AGREES),
                  relative.size(),
                  Collections.frequency(relative, AgreementStatus.DEVIATES),
                  Collections.frequency(relative, AgreementStatus.OPEN)));
    }
    tables.stream()
        .map(Table::study)
        .filter(Objects::nonNull)
        .distinct()
        .forEach(study -> lines.add(line("the study's system", study)));
    if (host != null) {
      lines.add(line("this host", host));
      lines.add(
          ("Theory has %s published values within their bands for this host, %s for the study's"
                  + " system alone, %s for neither. Of the measured values beyond their bands %s are"
                  + " the host's, %s are beyond theory, and %s are neither.")
              .formatted(
                  count(Reach.HOST, false),
                  count(Reach.STUDY, false),
                  count(Reach.NONE, false),
                  count(Reach.STUDY, true),
                  count(Reach.NONE, true),
                  count(Reach.HOST, true)));
    }
    return lines;
  }

  private long count(Reach reach, boolean deviating) {
    return values()
        .filter(of -> of.reach() == reach)
        .filter(of -> !deviating || of.value().status() == AgreementStatus.DEVIATES)
        .count();
  }

  private String line(String whose, Theory theory) {
    ClosedNetwork network = theory.network();
    List<TheoryValue> compared =
        values().filter(of -> of.agrees(value(of, theory)) != null).toList();
    long agree = compared.stream().filter(of -> of.agrees(value(of, theory))).count();
    return ("Theory for %s, CPUs: %s, ms a call: CPU %s, wait in the thread %s, outside %s; knee"
                + " c (D + Z) / D at %s users. Measured values within their bands of it: %s of %s")
            .formatted(
                whose,
                theory.cpus(),
                FigureText.measure(
                    network.cpu().millisAt(network.cpu().saturationTps(theory.cpus()))),
                FigureText.measure(network.waitMillis()),
                FigureText.measure(network.outsideMillis()),
                FigureText.measure(theory.kneeUsers()),
                agree,
                compared.size())
        + compared.stream()
            .collect(
                Collectors.groupingBy(
                    of -> of.value().column().band().name(),
                    LinkedHashMap::new,
                    Collectors.toList()))
            .entrySet()
            .stream()
            .map(
                band ->
                    band.getKey()
                        + " "
                        + band.getValue().stream()
                            .filter(of -> of.agrees(value(of, theory)))
                            .count()
                        + " of "
                        + band.getValue().size())
            .collect(Collectors.joining(", ", " (", ")."));
  }

  private Double value(TheoryValue of, Theory theory) {
    return theory.equals(host) ? of.host() : of.study();
  }
}
