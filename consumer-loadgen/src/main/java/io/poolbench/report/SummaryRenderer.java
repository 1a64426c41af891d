package io.poolbench.report;

import io.poolbench.published.Agreement;
import io.poolbench.published.Answer;
import io.poolbench.result.FigureText;
import io.poolbench.result.StudyResult;
import io.poolbench.result.Verdict;
import io.poolbench.sla.SlaAssertion;
import io.poolbench.spec.Workload;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Renders {@code summary.md}: a short result for the page of a build's job, with findings,
 * assertions, the capacity of each cell, INVALID and UNDECIDED steps.
 */
public final class SummaryRenderer implements FileRenderer {
  @Override
  public String fileName() {
    return "summary.md";
  }

  @Override
  public void render(EvaluatedResult evaluated, Appendable out) throws IOException {
    StudyResult result = evaluated.result();
    Page page = new MarkdownPage(out);
    SlaTables tables = new SlaTables(evaluated);
    tables.titleTo(page);
    tables.limitsTo(page);
    if (!result.answer().isEmpty()) {
      page.paragraph(Answer.of(result));
    }
    tables.findingsTo(page);
    List<String> assertions =
        SlaAssertion.of(result.cells()).stream().map(SummaryRenderer::assertion).toList();
    if (!assertions.isEmpty()) {
      page.notes(assertions);
    }
    tables.capacitiesTo(page);
    page.sentences(HostText.of(result));
    tables.recommendationTo(page);
    List<String> open =
        result.cells().stream()
            .flatMap(
                cell -> ValidityNotes.open(cell).map(note -> CellText.name(cell) + ": " + note))
            .toList();
    if (!open.isEmpty()) {
      page.paragraph("Steps that neither pass nor fail:");
      page.notes(open);
    }
    Agreement agreement = evaluated.agreement();
    if (!agreement.isEmpty()) {
      page.paragraph(agreement.line());
      for (String line : evaluated.theory().lines()) {
        page.paragraph(line);
      }
    }
    page.paragraph(
        ("poolbench %s on %s, started %s. Beside this file: tables.md with all tables, steps.csv"
                + " with a row per step, sla.xml as tests, latency.hlog with every response time,"
                + " result.json with everything.")
            .formatted(result.poolbench(), result.host().cpuModel(), result.started()));
  }

  private static String assertion(SlaAssertion assertion) {
    Verdict verdict = assertion.verdict();
    String outcome =
        switch (verdict.kind()) {
          case PASS -> "holds";
          case FAIL -> "FAILS at " + reason(assertion);
          case UNDECIDED, INVALID -> "is NOT DECIDED: " + reason(assertion);
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
}
