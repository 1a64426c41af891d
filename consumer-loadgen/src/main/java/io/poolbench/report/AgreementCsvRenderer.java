package io.poolbench.report;

import io.poolbench.published.Agreement;
import io.poolbench.published.AgreementTable;
import io.poolbench.published.AgreementValue;
import io.poolbench.result.FigureText;
import io.poolbench.result.StudyResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Every published value as a row of {@code agreement.csv}; {@code agrees} is {@code yes}, {@code
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
    for (AgreementTable table : Agreement.of(result).tables()) {
      for (AgreementTable.Row row : table.rows()) {
        for (AgreementValue value : row.values()) {
          rows.add(
              List.of(
                  table.table().name(),
                  row.published().name(),
                  value.column().column(),
                  FigureText.machine(value.published()),
                  FigureText.machine(value.measured()),
                  value.status().id()));
        }
      }
    }
    CsvText.write(COLUMNS, rows, out);
  }
}
