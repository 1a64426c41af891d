package io.poolbench.published;

import io.poolbench.judge.Decision;
import io.poolbench.judge.ExpressionLanguage;
import io.poolbench.published.CurveReader.Reads;
import io.poolbench.published.Expressions.ResultFunctions;
import io.poolbench.published.FindingResult.StatementResult;
import io.poolbench.result.Calibrated;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Publication;
import io.poolbench.spec.Publication.Statement;
import java.util.Comparator;
import java.util.List;

/** Decides statements about a result. Not thread-safe. */
final class StatementEvaluator {
  private final Reads reads = new Reads();
  private final DrawnValues values = new DrawnValues();
  private final Calibrated calibration;
  private final ExpressionLanguage language;

  StatementEvaluator(StudyResult result, List<Publication> publications) {
    this.calibration = result.calibration();
    this.language =
        new ExpressionLanguage(
            ResultFunctions.all(
                new CurveReader(new Curves(result), reads, values), publications, Curves.ANY));
  }

  StatementResult evaluate(Statement statement) {
    Decision decision = decide(statement);
    String cause = decision == Decision.REFUTED ? cause(reads.levels()) : "";
    return new StatementResult(statement.text(), decision, reads.text(), cause);
  }

  private Decision decide(Statement statement) {
    reads.clear();
    try {
      boolean holds = language.isTrue(statement.holds());
      boolean fails = statement.fails() == null ? !holds : language.isTrue(statement.fails());
      return !reads.complete()
          ? Decision.UNDECIDED
          : holds ? Decision.CONFIRMED : fails ? Decision.REFUTED : Decision.UNDECIDED;
    } catch (ArithmeticException e) {
      reads.missing(e.getMessage());
      return Decision.UNDECIDED;
    }
  }

  /**
   * Decides a statement by the intervals of its values. The statement is evaluated for many draws
   * of the values from their distributions; it is confirmed, or refuted, if 97.5 % of the draws or
   * more do so.
   */
  StatementResult evaluateByIntervals(Statement statement) {
    values.asMeasured(true);
    Decision measured = decide(statement);
    String because = reads.text();
    List<Breakdown> levels = reads.levels();
    int holds = 0;
    int fails = 0;
    int draws = !reads.complete() ? 0 : values.areKnownExactly() ? 0 : DrawnValues.COUNT;
    for (int draw = 0; draw < draws; draw++) {
      values.draw(draw);
      Decision drawn = decide(statement);
      holds += drawn == Decision.CONFIRMED ? 1 : 0;
      fails += drawn == Decision.REFUTED ? 1 : 0;
    }
    values.asMeasured(false);
    double enough = (1 - ValueInterval.TAIL) * draws;
    Decision decision =
        draws == 0
            ? measured
            : holds >= enough
                ? Decision.CONFIRMED
                : fails >= enough ? Decision.REFUTED : Decision.UNDECIDED;
    String cause = decision == Decision.REFUTED ? cause(levels) : "";
    return new StatementResult(statement.text(), decision, because, cause);
  }

  Double value(String expression) {
    reads.clear();
    try {
      double value = language.number(expression);
      return reads.complete() ? (Double) value : null;
    } catch (ArithmeticException e) {
      return null;
    }
  }

  /** The counters of the highest level compared with those of the lowest. */
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
