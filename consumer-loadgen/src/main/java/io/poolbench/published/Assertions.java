package io.poolbench.published;

import io.poolbench.published.FindingResult.StatementResult;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Publication.Statement;
import java.util.List;

/** The assertions of a study. */
public final class Assertions {
  private Assertions() {}

  public static List<StatementResult> of(StudyResult result) {
    StatementEvaluator evaluator = new StatementEvaluator(result, result.published());
    return result.assertions().stream()
        .map(assertion -> evaluator.evaluate(new Statement(assertion, assertion, null)))
        .toList();
  }
}
