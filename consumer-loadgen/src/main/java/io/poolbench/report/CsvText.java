package io.poolbench.report;

import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;

/** Writes CSV (RFC 4180, but lines end with LF) with the column names in the first line. */
final class CsvText {
  private CsvText() {}

  /** Each row has one text per column. */
  static void write(List<String> columns, List<List<String>> rows, Appendable out)
      throws IOException {
    CsvSchema.Builder schema =
        CsvSchema.builder().setUseHeader(true).setLineSeparator("\n").setReorderColumns(false);
    columns.forEach(schema::addColumn);
    StringWriter text = new StringWriter();
    CsvMapper mapper = new CsvMapper();
    // The default quotes every long text.
    mapper.enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING);
    mapper.writer(schema.build()).writeValue(text, rows);
    out.append(text.toString());
  }
}
