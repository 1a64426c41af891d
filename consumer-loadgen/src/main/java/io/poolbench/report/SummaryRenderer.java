package io.poolbench.report;

import io.poolbench.published.Agreement;
import io.poolbench.result.CellResult;
import io.poolbench.result.FigureText;
import io.poolbench.result.StepResult;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.sla.RepeatedCell;
import io.poolbench.sla.SlaAssertion;
import io.poolbench.spec.Workload;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A result in short, as the {@code summary.md} for the page of a build's job: what was asserted and
 * whether it holds, the most load of each cell, and what must be known before these are believed.
 */
public final class SummaryRenderer implements FileRenderer {
  @Override
  public String fileName() {
    return "summary.md";
  }

  @Override
  public void render(StudyResult result, Appendable out) throws IOException {
    Page page = new MarkdownPage(out);
    page.heading(1, result.study() + ": " + result.title());
    if (result.interrupted()) {
      page.paragraph("INTERRUPTED: these results are partial.");
    }
    List<String> assertions =
        SlaAssertion.of(result.cells()).stream().map(SummaryRenderer::assertion).toList();
    if (!assertions.isEmpty()) {
      page.notes(assertions);
    }
    for (SideBySide cells : SideBySide.of(RepeatedCell.of(result.cells()))) {
      cells.overviewTo(page);
    }
    List<String> doubts =
        result.cells().stream()
            .filter(cell -> cell.steps().stream().anyMatch(SummaryRenderer::isInvalid))
            .map(SummaryRenderer::doubt)
            .toList();
    if (!doubts.isEmpty()) {
      page.paragraph("INVALID steps, of which nothing can be said:");
      page.notes(doubts);
    }
    Agreement agreement = Agreement.of(result);
    if (!agreement.isEmpty()) {
      page.paragraph(agreement.line());
    }
    page.paragraph(
        "poolbench "
            + result.poolbench()
            + " on "
            + result.host().cpuModel()
            + ", started "
            + result.started()
            + ". The rest is beside this file: tables.md to read, steps.csv a row a step, sla.xml as"
            + " tests, latency.hlog every response time, result.json all of it.");
  }

  private static String assertion(SlaAssertion assertion) {
    Verdict verdict = assertion.verdict();
    String outcome =
        switch (verdict.kind()) {
          case PASS -> "holds";
          case FAIL -> "FAILS at " + reason(assertion);
          case INVALID -> "is NOT KNOWN to hold: " + reason(assertion);
        };
    return CellText.name(assertion.result()) + ": " + assertion.text() + " " + outcome;
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

  private static String doubt(CellResult cell) {
    List<StepResult> invalid = cell.steps().stream().filter(SummaryRenderer::isInvalid).toList();
    return CellText.name(cell)
        + ": "
        + FigureText.count(invalid.size())
        + " of "
        + FigureText.count(cell.steps().size())
        + ", the first at "
        + FigureText.load(cell.cell().load().workload(), invalid.get(0).level())
        + ": "
        + ViolationText.of(invalid.get(0).verdict());
  }

  private static boolean isInvalid(StepResult step) {
    return step.verdict().kind() == Verdict.Kind.INVALID;
  }
}
