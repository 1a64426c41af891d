package io.poolbench.report;

import io.poolbench.published.Answer;
import io.poolbench.published.Assertions;
import io.poolbench.result.CellResult;
import io.poolbench.result.StudyResult;
import io.poolbench.sla.Capacity;
import io.poolbench.sla.EstimatedCell;
import io.poolbench.sla.RepeatedCell;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The SLA tables of a study, in any format: a part per cell, then the cells side by side. */
final class SlaTables {
  private final EvaluatedResult evaluated;
  private final StudyResult result;
  private final List<RepeatedCell> cells;
  private final List<SideBySide> sideBySide;

  SlaTables(EvaluatedResult evaluated) {
    this.evaluated = evaluated;
    this.result = evaluated.result();
    this.cells = evaluated.estimates().stream().map(EstimatedCell::cell).toList();
    this.sideBySide = SideBySide.of(evaluated.estimates());
  }

  void writeTo(Page page) throws IOException {
    titleTo(page);
    originTo(page);
    answerTo(page);
    findingsTo(page);
    cellsTo(page);
    sideBySideTo(page);
    blocksTo(page);
    recommendationTo(page);
    agreement().writeTo(page);
    assertionsTo(page);
  }

  /**
   * Writes the answer, on one screen. Levels have a table where each cell ran by itself; the blocks
   * of paired cells make one answer over all levels.
   */
  void summaryTo(Page page) throws IOException {
    titleTo(page);
    limitsTo(page);
    onlyCellTo(page);
    if (result.paired() == null) {
      levelsTo(page);
    }
    agreement().summaryTo(page);
    validityTo(page);
    assertionsTo(page);
    for (SideBySide comparison : sideBySide) {
      comparison.answerTo(page);
    }
    page.sentences(HostText.of(result));
    RecommendationTables.summaryTo(evaluated, page);
    findingsTo(page);
    answerTo(page);
  }

  /** Writes the capacity of each cell, and the ranking of the cells. */
  void capacitiesTo(Page page) throws IOException {
    for (SideBySide comparison : sideBySide) {
      comparison.overviewTo(page);
      comparison.rankingTo(page);
    }
  }

  void recommendationTo(Page page) throws IOException {
    RecommendationTables.writeTo(evaluated, page);
    VerificationText.writeTo(result, page);
  }

  void titleTo(Page page) throws IOException {
    page.heading(1, result.study() + ": " + result.title());
  }

  /** Writes what limits the whole result: that it is partial, or that the host was slow. */
  void limitsTo(Page page) throws IOException {
    if (result.interrupted()) {
      page.paragraph("INTERRUPTED: these results are partial.");
    }
    Optional<String> slow = SpeedText.of(result);
    if (slow.isPresent()) {
      page.paragraph(slow.get());
    }
  }

  void originTo(Page page) throws IOException {
    limitsTo(page);
    page.paragraph(
        "poolbench %s, started %s, on %s, CPUs %s%s, %s"
            .formatted(
                result.poolbench(),
                result.started(),
                result.host().cpuModel(),
                result.host().cpus(),
                result.host().cpuQuota().isEmpty() ? "" : ", CPU quota " + result.host().cpuQuota(),
                result.host().os()));
  }

  void calibrationTo(Page page) throws IOException {
    if (result.calibration() != null) {
      CalibrationText.writeTo(page, result.calibration());
    }
  }

  void blocksTo(Page page) throws IOException {
    List<RoundBlocks> rounds = RoundBlocks.of(result.cells());
    if (!rounds.isEmpty()) {
      page.heading(2, "Blocks by round");
      page.table(RoundBlocks.table(rounds));
      page.paragraph("Each block and cell is a row of disturbances.csv.");
    }
  }

  List<String> ranking() {
    return sideBySide.stream().flatMap(cells -> cells.ranking().stream()).toList();
  }

  void cellsTo(Page page) throws IOException {
    calibrationTo(page);
    for (EstimatedCell cell : evaluated.estimates()) {
      write(cell, page);
    }
    legendTo(page);
  }

  static void write(EstimatedCell estimated, Page page) throws IOException {
    RepeatedCell cell = estimated.cell();
    for (CellResult repetition : cell.repetitions()) {
      boolean once = cell.count() == 1 && repetition.repetition() == 1;
      page.heading(2, once ? cell.cell().name() : CellText.repetition(repetition));
      write(repetition, page);
    }
    if (cell.count() > 1) {
      new RepetitionTable(cell).writeTo(page);
    }
    if (estimated.estimate().isPresent()) {
      page.paragraph(EstimateText.sentence(estimated));
    }
  }

  void legendTo(Page page) throws IOException {
    if (result.cells().stream().anyMatch(cell -> !cell.steps().isEmpty())) {
      page.heading(2, "Legend");
      page.table(Legend.of(result.cells()));
    }
  }

  /** Writes the steps of a cell that is the study's only one. */
  void onlyCellTo(Page page) throws IOException {
    if (cells.size() != 1 || cells.get(0).levels().isEmpty()) {
      return;
    }
    RepeatedCell cell = cells.get(0);
    if (cell.count() == 1) {
      page.heading(2, cell.cell().name());
      new StepTable(cell.repetitions().get(0)).writeTo(page);
    } else {
      new RepetitionTable(cell).writeTo(page);
    }
  }

  void sideBySideTo(Page page) throws IOException {
    for (SideBySide comparison : sideBySide) {
      comparison.overviewTo(page);
      comparison.pairsTo(page);
      comparison.levelsTo(page);
    }
  }

  void levelsTo(Page page) throws IOException {
    for (SideBySide comparison : sideBySide) {
      comparison.levelsTo(page);
    }
  }

  void validityTo(Page page) throws IOException {
    List<String> notes = ValidityNotes.of(result);
    if (!notes.isEmpty()) {
      page.heading(2, "Validity");
      page.notes(notes);
    }
  }

  /** Writes the study's answer to its title; nothing where it has none. */
  void answerTo(Page page) throws IOException {
    if (!result.answer().isEmpty()) {
      page.heading(2, "Answer");
      page.paragraph(Answer.of(result));
    }
  }

  void findingsTo(Page page) throws IOException {
    if (!evaluated.findings().isEmpty()) {
      page.heading(2, "Findings");
      page.notes(evaluated.findings().stream().map(FindingText::line).toList());
    }
  }

  void assertionsTo(Page page) throws IOException {
    if (!result.assertions().isEmpty()) {
      page.heading(2, "Assertions");
      page.notes(
          Assertions.of(result).stream()
              .map(of -> of.decision() + ": " + of.text() + ". " + of.because())
              .toList());
    }
  }

  AgreementTables agreement() {
    return new AgreementTables(evaluated);
  }

  private static void write(CellResult cell, Page page) throws IOException {
    page.paragraph(CellText.configured(cell));
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
      List<String> why = PlainText.lines(cell.failure().detail());
      page.paragraph("Cell failed: " + why.get(0));
      if (why.size() > 1) {
        page.verbatim(why.subList(1, why.size()));
      }
    }
    page.paragraph(new CapacityText(Capacity.of(cell)).sentence());
    new CellTables(cell).writeTo(page);
  }
}
