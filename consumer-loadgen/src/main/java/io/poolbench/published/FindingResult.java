package io.poolbench.published;

import io.poolbench.judge.Decision;
import io.poolbench.spec.Publication;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** A published finding, decided by the intervals of measured values; all statements must hold. */
public record FindingResult(int number, String text, List<StatementResult> statements) {
  public FindingResult {
    Objects.requireNonNull(text, "text");
    statements = List.copyOf(statements);
  }

  static FindingResult of(Publication.Finding finding, StatementEvaluator evaluator) {
    return new FindingResult(
        finding.finding(),
        finding.text(),
        finding.statements().stream().map(evaluator::evaluateByIntervals).toList());
  }

  public Decision decision() {
    return Decision.all(statements.stream().map(StatementResult::decision).toList());
  }

  /** The statements with their values, in one line. */
  public String because() {
    return statements.stream()
        .map(
            statement ->
                "%s: %s (%s)"
                    .formatted(statement.text(), statement.decision(), statement.because()))
        .collect(Collectors.joining("; "));
  }

  /**
   * A statement that measured values confirm, refute or leave undecided.
   *
   * @param because the values that decide the statement, or the missing ones
   */
  public record StatementResult(String text, Decision decision, String because) {
    public StatementResult {
      Objects.requireNonNull(text, "text");
      Objects.requireNonNull(decision, "decision");
      Objects.requireNonNull(because, "because");
    }
  }
}
