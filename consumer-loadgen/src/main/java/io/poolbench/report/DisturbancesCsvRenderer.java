package io.poolbench.report;

import io.poolbench.result.BlockSample;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Renders {@code disturbances.csv}: one row per cell of each block of a paired study, including
 * discarded blocks, with the outcome and the disturbances of the host. Unknown fields are empty.
 */
public final class DisturbancesCsvRenderer implements FileRenderer {
  private static final List<String> COLUMNS =
      Stream.concat(
              Stream.of("repetition", "round", "level", "cell", "attempt", "discarded", "codes"),
              BlockSample.FIGURES.stream().map(Metric::column))
          .toList();

  @Override
  public String fileName() {
    return "disturbances.csv";
  }

  @Override
  public void render(EvaluatedResult evaluated, Appendable out) throws IOException {
    List<List<String>> rows = new ArrayList<>();
    for (CellResult cell : evaluated.result().cells()) {
      cell.blocks().forEach(sample -> rows.add(row(cell, sample)));
    }
    CsvText.write(COLUMNS, rows, out);
  }

  private static List<String> row(CellResult cell, BlockSample sample) {
    return Stream.concat(
            Stream.of(
                Integer.toString(cell.repetition()),
                Integer.toString(sample.round()),
                Integer.toString(sample.level()),
                PlainText.line(cell.cell().name()),
                Integer.toString(sample.attempt()),
                Boolean.toString(sample.discarded()),
                String.join(" ", sample.codes())),
            BlockSample.FIGURES.stream().map(sample::of).map(FigureText::machine))
        .toList();
  }
}
