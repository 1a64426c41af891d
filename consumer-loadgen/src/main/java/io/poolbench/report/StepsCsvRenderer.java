package io.poolbench.report;

import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.poolbench.result.CellResult;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/** Every step as a row of {@code steps.csv} (RFC 4180, lines ended by LF). */
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
    CsvSchema.Builder schema =
        CsvSchema.builder().setUseHeader(true).setLineSeparator("\n").setReorderColumns(false);
    StepsCsvColumn.ALL.forEach(column -> schema.addColumn(column.name()));
    StringWriter text = new StringWriter();
    CsvMapper mapper = new CsvMapper();
    // Its default quotes every long text.
    mapper.enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING);
    mapper.writer(schema.build()).writeValue(text, rows);
    out.append(text.toString());
  }
}
