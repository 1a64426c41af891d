package io.poolbench.report;

import io.poolbench.published.AgreementStatus;
import io.poolbench.published.AgreementValue;
import io.poolbench.published.PublishedColumn;
import io.poolbench.published.RelativeValue;
import io.poolbench.published.Theory;
import io.poolbench.published.TheoryAgreement;
import io.poolbench.published.TheoryValue;
import io.poolbench.published.ValueInterval;
import io.poolbench.report.Table.Column;
import io.poolbench.result.FigureText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A published table with a line per value: the measured and the published value, and the values by
 * theory for the study's system and for this host, each with the deviation of the measured value.
 *
 * @param host null where unknown
 */
record AgreementLines(TheoryAgreement.Table published, Theory host) {
  Table table() {
    List<String> settings = settings();
    List<Column> columns = new ArrayList<>();
    settings.forEach(name -> columns.add(Column.figure(name)));
    columns.add(Column.text("figure"));
    columns.add(Column.figure("measured"));
    columns.add(Column.figure("published"));
    columns.add(Column.figure("off"));
    if (published.study() != null) {
      columns.add(Column.figure(cpus(published.study())));
      columns.add(Column.figure("off"));
    }
    if (host != null) {
      columns.add(Column.figure("here, " + cpus(host)));
      columns.add(Column.figure("off"));
      columns.add(Column.text("reached"));
    }
    if (inUnits()) {
      columns.add(Column.figure("in units"));
      columns.add(Column.figure("published"));
    }
    return new Table(
        columns, published.rows().stream().flatMap(row -> lines(row).stream()).toList());
  }

  private static String cpus(Theory theory) {
    return FigureText.count(theory.cpus()) + (theory.cpus() == 1 ? " CPU" : " CPUs");
  }

  /** The columns that identify the pool and the load of a row. */
  private List<String> settings() {
    List<String> compared =
        published.table().columns().stream().map(PublishedColumn::column).toList();
    return published.rows().stream()
        .flatMap(row -> row.published().values().keySet().stream())
        .distinct()
        .filter(column -> !compared.contains(column))
        .toList();
  }

  private List<List<String>> lines(TheoryAgreement.Row row) {
    Map<String, String> printed = row.published().values();
    List<List<String>> lines = new ArrayList<>();
    for (PublishedColumn column : published.table().columns()) {
      if (printed.containsKey(column.column())) {
        List<String> line = new ArrayList<>();
        boolean first = lines.isEmpty();
        settings().forEach(name -> line.add(first ? printed.getOrDefault(name, "") : ""));
        line.add(column.title());
        row.values().stream()
            .filter(value -> value.value().column().equals(column))
            .findFirst()
            .ifPresentOrElse(
                value -> values(line, value, printed.get(column.column())),
                () -> trend(line, printed.get(column.column())));
        lines.add(line);
      }
    }
    return lines;
  }

  private void values(List<String> line, TheoryValue value, String printed) {
    AgreementValue of = value.value();
    line.add(
        of.column().text(of.measured())
            + (of.interval() == null ? "" : interval(of.column()::text, of.interval())));
    line.add(printed);
    line.add(
        of.measured() == null
            ? ""
            : of.column().deviationText(of.published(), of.measured()) + mark(of.status()));
    if (published.study() != null) {
      theory(line, value, TheoryValue::study);
    }
    if (host != null) {
      theory(line, value, TheoryValue::host);
      line.add(reached(value.reach()));
    }
    if (inUnits()) {
      RelativeValue relative = value.relative();
      line.add(
          relative == null || relative.measured() == null
              ? ""
              : FigureText.measure(relative.measured())
                  + interval(relative)
                  + mark(relative.agreement()));
      line.add(relative == null ? "" : FigureText.measure(relative.published()));
    }
  }

  private static String interval(RelativeValue relative) {
    return relative.interval() == null ? "" : interval(FigureText::measure, relative.interval());
  }

  private static String interval(Function<Double, String> text, ValueInterval interval) {
    return " [%s, %s]".formatted(text.apply(interval.low()), text.apply(interval.high()));
  }

  private boolean inUnits() {
    return published.rows().stream()
        .flatMap(row -> row.values().stream())
        .anyMatch(value -> value.relative() != null);
  }

  private static void theory(
      List<String> line, TheoryValue value, Function<TheoryValue, Double> of) {
    Double theory = of.apply(value);
    AgreementValue measured = value.value();
    line.add(theory == null ? "" : measured.column().text(theory));
    Boolean agrees = value.agrees(theory);
    line.add(
        agrees == null
            ? ""
            : measured.column().deviationText(theory, measured.measured())
                + (agrees ? "  " : " !"));
  }

  private void trend(List<String> line, String printed) {
    line.add("");
    line.add(printed);
    int rest =
        1 + (published.study() == null ? 0 : 2) + (host == null ? 0 : 3) + (inUnits() ? 2 : 0);
    for (int i = 0; i < rest; i++) {
      line.add("");
    }
  }

  private String reached(TheoryValue.Reach reach) {
    return switch (reach) {
      case HOST -> "here";
      case STUDY -> cpus(published.study());
      case NONE -> "no";
      case UNKNOWN -> "";
    };
  }

  /** Marks are two characters wide, so that numbers with and without a mark are aligned. */
  private static String mark(AgreementStatus status) {
    return switch (status) {
      case DEVIATES -> " !";
      case INVALID -> " ?";
      case OPEN -> " ~";
      case NOT_CALIBRATED -> " c";
      case HOST_BOUND -> " h";
      case AGREES, MISSING -> "  ";
    };
  }
}
