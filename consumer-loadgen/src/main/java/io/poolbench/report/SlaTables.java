package io.poolbench.report;

import io.poolbench.agreement.Agreement;
import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.sla.MostLoad;
import io.poolbench.sla.RepeatedCell;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * What the SLA tables of a study say, whatever the format: a part per cell, then the cells side by
 * side.
 */
final class SlaTables {
  private final StudyResult result;

  SlaTables(StudyResult result) {
    this.result = result;
  }

  void writeTo(Page page) throws IOException {
    page.heading(1, result.study() + ": " + result.title());
    writeOrigin(page);
    List<RepeatedCell> cells = RepeatedCell.of(result.cells());
    for (RepeatedCell cell : cells) {
      write(cell, page);
    }
    writeLegend(page);
    writeSideBySide(page);
    new AgreementTables(Agreement.of(result)).writeTo(page);
  }

  /** Where, when and with what it was measured. */
  void writeOrigin(Page page) throws IOException {
    if (result.interrupted()) {
      page.paragraph("INTERRUPTED: these results are partial.");
    }
    page.paragraph(
        "poolbench "
            + result.poolbench()
            + ", started "
            + result.started()
            + ", on "
            + result.host().cpuModel()
            + ", CPUs "
            + result.host().cpus()
            + ", "
            + result.host().os());
    if (result.calibration() != null) {
      CalibrationText.writeTo(page, result.calibration());
    }
  }

  /** A cell, repetition by repetition. */
  static void write(RepeatedCell cell, Page page) throws IOException {
    for (CellResult repetition : cell.repetitions()) {
      boolean once = cell.count() == 1 && repetition.repetition() == 1;
      page.heading(2, once ? cell.cell().name() : CellText.repetition(repetition));
      write(repetition, page);
    }
    if (cell.count() > 1) {
      new RepetitionTable(cell).writeTo(page);
    }
  }

  void writeLegend(Page page) throws IOException {
    if (result.cells().stream().anyMatch(cell -> !cell.steps().isEmpty())) {
      page.heading(2, "How to read the tables of a cell");
      page.table(Legend.of(result.cells()));
    }
  }

  void writeSideBySide(Page page) throws IOException {
    for (SideBySide comparison : SideBySide.of(RepeatedCell.of(result.cells()))) {
      comparison.writeTo(page);
    }
  }

  private static void write(CellResult cell, Page page) throws IOException {
    page.paragraph(CellText.asked(cell));
    page.paragraph(CellText.built(cell));
    page.paragraph(CellText.environment(cell));
    if (cell.warmUp() != null) {
      page.paragraph(CellText.warmUp(cell));
    }
    new StepTable(cell).writeTo(page);
    for (Map.Entry<String, Long> failed : cell.failedCalls().entrySet()) {
      page.paragraph(CellText.failedCalls(failed.getKey(), failed.getValue()));
    }
    if (cell.failed()) {
      List<String> why = PlainText.lines(cell.failure());
      page.paragraph("The cell broke off: " + why.get(0));
      if (why.size() > 1) {
        page.verbatim(why.subList(1, why.size()));
      }
    }
    page.paragraph(MostLoad.of(cell).sentence());
    new CellTables(cell).writeTo(page);
  }
}
