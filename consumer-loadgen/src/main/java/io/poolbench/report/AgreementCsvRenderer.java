package io.poolbench.report;

import io.poolbench.result.AgreementRow;
import io.poolbench.result.FigureText;
import java.io.IOException;
import java.util.List;

/**
 * Every published value as a row of {@code agreement.csv}; {@code agrees} is {@code yes}, {@code
 * no}, {@code speed}, {@code INVALID} or {@code missing}; {@code reached_by}: {@code host}, {@code
 * study} or {@code none}.
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
          "reached_by");

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
        row.reachedBy());
  }

  private static String answer(Boolean agrees) {
    return agrees == null ? "" : agrees ? "yes" : "no";
  }
}
