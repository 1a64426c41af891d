package io.poolbench.published;

import io.poolbench.published.FindingResult.StatementResult;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Publication.Statement;
import java.util.List;

/** The findings that a study declares itself. */
public final class Findings {
  private Findings() {}

  /** Decides the findings in order by the intervals of their values, which the texts contain. */
  public static List<StatementResult> of(StudyResult result) {
    StatementEvaluator evaluator = new StatementEvaluator(result, result.published());
    return result.findings().stream()
        .map(
            finding ->
                evaluator.evaluateByIntervals(
                    new Statement(
                        Answer.of(finding.text(), evaluator), finding.holds(), finding.fails())))
        .toList();
  }
}
