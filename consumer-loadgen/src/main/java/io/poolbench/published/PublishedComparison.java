package io.poolbench.published;

import io.poolbench.journal.Calibrated;
import io.poolbench.judge.Decision;
import io.poolbench.judge.JudgedStudy;
import io.poolbench.judge.Statement;
import io.poolbench.published.Published.Agreement;
import io.poolbench.published.Published.NumberedFinding;
import io.poolbench.published.Published.PublishedTable;
import io.poolbench.study.Publication;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Compares a result with the published tables that its cells name, and decides the findings that
 * are about these tables; a finding of which only some tables are named is not shown. If the
 * calibration does not hold, no value is compared, and no finding refuted.
 *
 * @param calibration of the calls to this host; empty if the study has none
 */
public record PublishedComparison(JudgedStudy judged, Optional<Calibrated> calibration) {
  /** Empty if no cell names a table. */
  public Optional<Published> published() {
    Set<Band> bands = new LinkedHashSet<>();
    List<PublishedTable> tables = new ArrayList<>();
    List<NumberedFinding> findings = new ArrayList<>();
    for (Publication publication : judged.study().published()) {
      publication.bands().forEach((name, limits) -> bands.add(new Band(name, limits)));
      publication.tables().forEach(table -> tables.add(table(publication, table)));
      Expressions expressions = new Expressions(publication);
      StatementEvaluator evaluator =
          new StatementEvaluator(judged, calibration, List.of(publication));
      publication.findings().stream()
          .filter(expressions::isAboutNamedTable)
          .map(finding -> decided(finding, evaluator))
          .forEach(findings::add);
    }
    return tables.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Published(
                tables,
                findings,
                bands.stream().map(Band::text).collect(Collectors.joining(", "))));
  }

  private PublishedTable table(Publication publication, Publication.PublishedTable table) {
    List<String> compared =
        PublishedColumn.of(publication, table).stream().map(PublishedColumn::column).toList();
    List<String> settings =
        table.rows().stream()
            .flatMap(row -> row.keySet().stream())
            .distinct()
            .filter(column -> !compared.contains(column))
            .toList();
    List<Published.PublishedValue> values = new ArrayList<>();
    for (PublishedRow row : PublishedRow.of(publication, table)) {
      Map<String, String> named = new LinkedHashMap<>(row.values());
      named.keySet().retainAll(settings);
      values(row).forEach(value -> values.add(value.text(named)));
    }
    return new PublishedTable(table.name(), table.notes(), settings, values);
  }

  /** Empty for a row of trends. */
  private List<AgreementValue> values(PublishedRow row) {
    if (row.level().isEmpty()) {
      return List.of();
    }
    Curve curve = new Curves(judged).of(row);
    return row.columns().stream()
        .flatMap(
            column ->
                row
                    .value(column)
                    .map(value -> AgreementValue.of(column, value, curve, row.level().getAsInt()))
                    .map(value -> holds() ? value : value.notCalibrated())
                    .map(value -> row.isHostBound() ? value.with(Agreement.HOST_BOUND, "") : value)
                    .stream())
        .toList();
  }

  private NumberedFinding decided(Publication.Finding finding, StatementEvaluator evaluator) {
    List<Statement> statements =
        finding.statements().stream()
            .map(evaluator::published)
            .map(statement -> holds() ? statement : notRefuted(statement))
            .toList();
    return new NumberedFinding(
        finding.finding(),
        new Statement(
            finding.text(),
            Decision.all(statements.stream().map(Statement::decision).toList()),
            ""),
        statements);
  }

  private boolean holds() {
    return calibration.map(Calibrated::holds).orElse(true);
  }

  /** Where calls cost other than in the study, its knee is elsewhere: that refutes nothing. */
  private static Statement notRefuted(Statement statement) {
    return statement.decision() == Decision.REFUTED
        ? new Statement(
            statement.text(), Decision.NOT_SHOWN, "not calibrated; " + statement.because())
        : statement;
  }
}
