package io.poolbench.report;

import io.poolbench.judge.EstimatedCell;
import io.poolbench.judge.RepeatedCell;
import io.poolbench.judge.SlaAssertion;
import io.poolbench.published.StatementEvaluator;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Workload;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The pages of a study's result, in parts that they share: a part per cell, then the cells side by
 * side.
 */
public final class SlaTables {
  private final EvaluatedResult evaluated;
  private final StudyResult result;
  private final List<RepeatedCell> cells;
  private final List<SideBySide> sideBySide;

  SlaTables(EvaluatedResult evaluated) {
    this.evaluated = evaluated;
    this.result = evaluated.result();
    this.cells = evaluated.estimates().stream().map(EstimatedCell::cell).toList();
    this.sideBySide = SideBySide.of(evaluated.estimates(), result.planned());
  }

  /** All tables, the answer first. */
  public static Page all(EvaluatedResult evaluated) {
    Page page = new Page();
    SlaTables tables = new SlaTables(evaluated);
    StudyResult result = evaluated.result();
    tables.titleTo(page);
    tables.originTo(page);
    tables.answerTo(page);
    tables.findingsTo(page);
    List<String> assertions =
        SlaAssertion.of(result.cells()).stream().map(SlaTables::asserted).toList();
    if (!assertions.isEmpty()) {
      page.notes(assertions);
    }
    tables.assertionsTo(page);
    for (SideBySide comparison : tables.sideBySide) {
      comparison.overviewTo(page);
      comparison.pairsTo(page);
      comparison.changeTo(page);
    }
    page.sentences(ValidityNotes.host(result));
    tables.validityTo(page);
    new AgreementTables(evaluated).writeTo(page);
    tables.sideBySide.forEach(cells -> cells.levelsTo(page));
    evaluated.estimates().forEach(cell -> write(cell, page));
    tables.legendTo(page);
    tables.calibrationTo(page);
    tables.blocksTo(page);
    return page;
  }

  /**
   * The answer, on one screen. Levels have a table where each cell ran by itself; the blocks of
   * paired cells make one answer over all levels.
   */
  public static Page summary(EvaluatedResult evaluated) {
    Page page = new Page();
    SlaTables tables = new SlaTables(evaluated);
    StudyResult result = evaluated.result();
    tables.titleTo(page);
    tables.limitsTo(page);
    tables.onlyCellTo(page);
    if (result.paired() == null) {
      tables.sideBySide.forEach(cells -> cells.levelsTo(page));
    }
    new AgreementTables(evaluated).summaryTo(page);
    tables.validityTo(page);
    tables.assertionsTo(page);
    tables.sideBySide.forEach(cells -> cells.answerTo(page));
    page.sentences(ValidityNotes.host(result));
    tables.findingsTo(page);
    tables.answerTo(page);
    return page;
  }

  private static String asserted(SlaAssertion assertion) {
    String why =
        switch (assertion.decision()) {
          case SHOWN -> "";
          case REFUTED -> " at " + reason(assertion);
          case NOT_SHOWN -> ": " + reason(assertion);
        };
    return "%s: %s: %s%s"
        .formatted(
            CellTables.name(assertion.result()), assertion.text(), assertion.decision(), why);
  }

  private static String reason(SlaAssertion assertion) {
    Workload workload = assertion.result().cell().load().workload();
    return assertion.deciding().isEmpty()
        ? ViolationText.of(assertion.verdict())
        : assertion.deciding().stream()
            .map(
                step ->
                    FigureText.load(workload, step.level())
                        + ": "
                        + ViolationText.of(step.verdict()))
            .collect(Collectors.joining("; "));
  }

  private void titleTo(Page page) {
    page.heading(1, result.study() + ": " + result.title());
  }

  /** Writes what limits the whole result: that it is partial, or that the host was slow. */
  private void limitsTo(Page page) {
    if (result.interrupted()) {
      page.paragraph("INTERRUPTED: these results are partial.");
    }
    ValidityNotes.speedVaried(result).ifPresent(page::paragraph);
  }

  void originTo(Page page) {
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

  void calibrationTo(Page page) {
    if (result.calibration() != null) {
      CalibrationText.writeTo(page, result.calibration());
    }
  }

  void blocksTo(Page page) {
    List<RoundBlocks> rounds = RoundBlocks.of(result.cells());
    if (!rounds.isEmpty()) {
      page.heading(2, "Blocks by round");
      page.table(RoundBlocks.table(rounds));
    }
  }

  List<String> ranking() {
    return sideBySide.stream().flatMap(cells -> cells.ranking().stream()).toList();
  }

  static void write(EstimatedCell estimated, Page page) {
    RepeatedCell cell = estimated.cell();
    for (CellResult repetition : cell.repetitions()) {
      boolean once = cell.count() == 1 && repetition.repetition() == 1;
      page.heading(2, once ? cell.cell().name() : CellTables.repetition(repetition));
      new CellTables(repetition).writeTo(page);
    }
    if (cell.count() > 1) {
      SpreadText.writeTo(page, cell);
    }
    if (estimated.estimate().isPresent()) {
      page.paragraph(CapacityText.estimate(estimated));
    }
    new LimitText(cell).writeTo(page);
  }

  void legendTo(Page page) {
    if (result.cells().stream().anyMatch(cell -> !cell.steps().isEmpty())) {
      page.heading(2, "Legend");
      page.table(CellTables.legend(result.cells()));
    }
  }

  /** Writes the steps of a cell that is the study's only one. */
  private void onlyCellTo(Page page) {
    if (cells.size() != 1 || cells.get(0).levels().isEmpty()) {
      return;
    }
    RepeatedCell cell = cells.get(0);
    if (cell.count() == 1) {
      page.heading(2, cell.cell().name());
      new StepTable(cell.repetitions().get(0)).writeTo(page);
    } else {
      SpreadText.writeTo(page, cell);
    }
  }

  void sideBySideTo(Page page) {
    for (SideBySide comparison : sideBySide) {
      comparison.overviewTo(page);
      comparison.pairsTo(page);
      comparison.changeTo(page);
      comparison.levelsTo(page);
    }
  }

  private void validityTo(Page page) {
    List<String> notes = ValidityNotes.of(result);
    if (!notes.isEmpty()) {
      page.heading(2, "Validity");
      page.notes(notes);
    }
  }

  void answerTo(Page page) {
    if (!result.answer().isEmpty()) {
      page.heading(2, "Answer");
      page.paragraph(StatementEvaluator.answer(result));
    }
  }

  private void findingsTo(Page page) {
    if (!evaluated.findings().isEmpty()) {
      page.heading(2, "Findings");
      page.notes(
          evaluated.findings().stream()
              .map(of -> "%s: %s (%s)".formatted(of.decision(), of.text(), of.because()))
              .toList());
    }
  }

  private void assertionsTo(Page page) {
    if (!result.assertions().isEmpty()) {
      page.heading(2, "Assertions");
      page.notes(
          StatementEvaluator.assertions(result).stream()
              .map(of -> of.decision() + ": " + of.text() + ". " + of.because())
              .toList());
    }
  }
}
