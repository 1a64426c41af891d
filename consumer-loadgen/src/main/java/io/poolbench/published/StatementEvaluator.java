package io.poolbench.published;

import io.poolbench.expression.Decision;
import io.poolbench.expression.ExpressionLanguage;
import io.poolbench.result.Calibrated;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Publication;
import io.poolbench.spec.Publication.Statement;
import java.util.Comparator;
import java.util.List;

/** Decides statements about a result. Not thread-safe. */
final class StatementEvaluator {
  private final Reads reads = new Reads();
  private final Calibrated calibration;
  private final ExpressionLanguage language;

  /**
   * An evaluator for one result.
   *
   * @param publications whose tables and bands statements may name
   */
  StatementEvaluator(StudyResult result, List<Publication> publications) {
    this.calibration = result.calibration();
    this.language =
        new ExpressionLanguage(
            new ResultFunctions(new Curves(result), publications, reads).all(pool -> true));
  }

  /** Decides a statement whose expressions are valid. */
  StatementResult evaluate(Statement statement) {
    reads.clear();
    Decision decision;
    try {
      boolean holds = language.isTrue(statement.holds());
      boolean fails = statement.fails() == null ? !holds : language.isTrue(statement.fails());
      decision = holds ? Decision.CONFIRMED : fails ? Decision.REFUTED : Decision.UNDECIDED;
    } catch (ArithmeticException e) {
      reads.missing(e.getMessage());
      decision = Decision.UNDECIDED;
    }
    if (!reads.complete()) {
      decision = Decision.UNDECIDED;
    }
    String cause = decision == Decision.REFUTED ? cause(reads.levels()) : "";
    return new StatementResult(statement.text(), decision, reads.text(), cause);
  }

  /** The value of a valid expression; null where it is unknown. */
  Double value(String expression) {
    reads.clear();
    try {
      double value = language.number(expression);
      return reads.complete() ? (Double) value : null;
    } catch (ArithmeticException e) {
      return null;
    }
  }

  /** The counters of the highest level, beside those of the lowest. */
  private String cause(List<Breakdown> levels) {
    List<Breakdown> rising =
        levels.stream().sorted(Comparator.comparingInt(of -> of.level().level())).toList();
    if (rising.isEmpty()) {
      return "no counter is known";
    }
    Breakdown lowest = rising.get(0);
    Breakdown highest = rising.get(rising.size() - 1);
    return lowest.level().level() == highest.level().level()
        ? highest.line(calibration)
        : highest.since(lowest, calibration);
  }
}
