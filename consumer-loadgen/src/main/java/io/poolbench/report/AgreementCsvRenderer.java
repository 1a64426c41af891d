package io.poolbench.report;

import io.poolbench.result.AgreementRow;
import io.poolbench.result.FigureText;
import java.io.IOException;
import java.util.List;

/**
 * Renders {@code agreement.csv}: a row per published value, with the columns of {@link
 * AgreementRow}.
 */
public final class AgreementCsvRenderer implements FileRenderer {
  private static final List<String> COLUMNS =
      List.of(
          "table",
          "row",
          "figure",
          "published",
          "measured",
          "agrees",
          "theory_study",
          "agrees_theory_study",
          "theory_host",
          "agrees_theory_host",
          "reached_by",
          "low",
          "high",
          "unit",
          "published_in_unit",
          "measured_in_unit",
          "low_in_unit",
          "high_in_unit",
          "agrees_in_unit");

  @Override
  public String fileName() {
    return "agreement.csv";
  }

  @Override
  public void render(EvaluatedResult result, Appendable out) throws IOException {
    CsvText.write(
        COLUMNS, result.theory().rows().stream().map(AgreementCsvRenderer::row).toList(), out);
  }

  private static List<String> row(AgreementRow row) {
    return List.of(
        row.table(),
        row.row(),
        row.figure(),
        FigureText.machine(row.published()),
        FigureText.machine(row.measured()),
        row.agrees(),
        FigureText.machine(row.theoryStudy()),
        answer(row.agreesTheoryStudy()),
        FigureText.machine(row.theoryHost()),
        answer(row.agreesTheoryHost()),
        row.reachedBy(),
        FigureText.machine(row.low()),
        FigureText.machine(row.high()),
        row.unit(),
        FigureText.machine(row.publishedInUnit()),
        FigureText.machine(row.measuredInUnit()),
        FigureText.machine(row.lowInUnit()),
        FigureText.machine(row.highInUnit()),
        row.agreesInUnit());
  }

  private static String answer(Boolean agrees) {
    return agrees == null ? "" : agrees ? "yes" : "no";
  }
}
