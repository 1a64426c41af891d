package io.poolbench.report;

import io.poolbench.published.Agreement;
import io.poolbench.published.HeldFigure;
import io.poolbench.published.HeldRow;
import io.poolbench.published.HeldTable;
import io.poolbench.result.FigureText;
import io.poolbench.result.StudyResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Every published figure as a row of {@code agreement.csv}; {@code agrees} is {@code yes}, {@code
 * no}, {@code INVALID} or {@code missing}.
 */
public final class AgreementCsvRenderer implements FileRenderer {
  private static final List<String> COLUMNS =
      List.of("table", "row", "figure", "published", "measured", "agrees");

  @Override
  public String fileName() {
    return "agreement.csv";
  }

  @Override
  public void render(StudyResult result, Appendable out) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    for (HeldTable table : Agreement.of(result).tables()) {
      for (HeldRow row : table.rows()) {
        for (HeldFigure held : row.figures()) {
          rows.add(
              List.of(
                  table.table().name(),
                  row.name(),
                  held.figure().column(),
                  FigureText.machine(held.published()),
                  FigureText.machine(held.measured()),
                  held.standing().id()));
        }
      }
    }
    CsvText.write(COLUMNS, rows, out);
  }
}
