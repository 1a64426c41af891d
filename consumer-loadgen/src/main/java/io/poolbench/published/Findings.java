package io.poolbench.published;

import io.poolbench.result.StudyResult;
import io.poolbench.spec.Publication.Statement;
import java.util.List;

/** The findings of a study of one's own. */
public final class Findings {
  private Findings() {}

  /**
   * Decides each finding of a result by the intervals of its values, in the study's order; the
   * texts have their values.
   */
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
