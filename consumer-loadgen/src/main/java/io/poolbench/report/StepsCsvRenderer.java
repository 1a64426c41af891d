package io.poolbench.report;

import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Every step as a row of {@code steps.csv}. */
public final class StepsCsvRenderer implements FileRenderer {
  @Override
  public String fileName() {
    return "steps.csv";
  }

  @Override
  public void render(StudyResult result, Appendable out) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    for (CellResult cell : result.cells()) {
      for (StepResult step : cell.steps()) {
        StepsCsvColumn.Row row = new StepsCsvColumn.Row(result, cell, step);
        rows.add(StepsCsvColumn.ALL.stream().map(column -> column.text(row)).toList());
      }
    }
    CsvText.write(StepsCsvColumn.ALL.stream().map(StepsCsvColumn::name).toList(), rows, out);
  }
}
