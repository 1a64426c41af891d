package io.poolbench.report;

import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.sla.MostUsers;
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
    for (CellResult cell : result.cells()) {
      write(cell, page);
    }
    if (!result.cells().isEmpty()) {
      new SideBySide(result.cells()).writeTo(page);
    }
  }

  private void write(CellResult cell, Page page) throws IOException {
    page.heading(2, CellText.name(cell));
    page.paragraph(CellText.asked(cell));
    page.paragraph(CellText.built(cell));
    page.paragraph(CellText.environment(cell));
    if (cell.warmUp() != null) {
      page.paragraph(CellText.warmUp(cell));
    }
    if (!cell.steps().isEmpty()) {
      StepTable steps = new StepTable(cell.steps());
      page.table(steps.table());
      if (!steps.notes().isEmpty()) {
        page.notes(steps.notes());
      }
    }
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
    page.paragraph(MostUsers.of(cell).sentence());
  }
}
