package io.poolbench.published;

import io.poolbench.judge.Decision;
import io.poolbench.judge.ExpressionLanguage;
import io.poolbench.published.CurveReader.DrawnValues;
import io.poolbench.published.FindingResult.StatementResult;
import io.poolbench.result.StudyResult;
import io.poolbench.spec.Publication;
import io.poolbench.spec.Publication.Statement;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Decides statements about a result, and gives texts their values. Not thread-safe. */
public final class StatementEvaluator {
  /** An expression in braces, within a text such as a study's answer to its title. */
  private static final Pattern EXPRESSION = Pattern.compile("\\{([^{}]*)}");

  private final CurveReader reader;
  private final ExpressionLanguage language;

  StatementEvaluator(StudyResult result, List<Publication> publications) {
    this.reader = new CurveReader(new Curves(result));
    this.language = reader.language(publications, Curves.ANY);
  }

  private static StatementEvaluator of(StudyResult result) {
    return new StatementEvaluator(result, result.published());
  }

  /** A study's answer with the values of its result; empty if the study has none. */
  public static String answer(StudyResult result) {
    return of(result).filled(result.answer());
  }

  /** The decisions on the assertions of a study, in order. */
  public static List<StatementResult> assertions(StudyResult result) {
    StatementEvaluator evaluator = of(result);
    return result.assertions().stream()
        .map(assertion -> evaluator.evaluate(new Statement(assertion, assertion, null)))
        .toList();
  }

  /**
   * The decisions on the findings that a study declares itself, in order, by the intervals of their
   * values, which the texts contain. A value whose noise is unknown shows and refutes nothing.
   */
  public static List<StatementResult> findings(StudyResult result) {
    StatementEvaluator evaluator = of(result);
    return result.findings().stream()
        .map(of -> new Statement(evaluator.filled(of.text()), of.holds(), of.fails()))
        .map(of -> evaluator.evaluateByIntervals(of, /* onceIsExact= */ false))
        .toList();
  }

  static List<String> expressions(String text) {
    return EXPRESSION.matcher(text).results().map(match -> match.group(1)).toList();
  }

  private String filled(String text) {
    return EXPRESSION
        .matcher(text)
        .replaceAll(match -> Matcher.quoteReplacement(reader.text(value(match.group(1)))));
  }

  Double value(String expression) {
    reader.clear();
    try {
      double value = language.number(expression);
      return reader.isComplete() ? (Double) value : null;
    } catch (ArithmeticException e) {
      return null;
    }
  }

  private StatementResult evaluate(Statement statement) {
    Decision decision = decide(statement);
    return new StatementResult(statement.text(), decision, reader.text());
  }

  private Decision decide(Statement statement) {
    reader.clear();
    try {
      boolean holds = language.isTrue(statement.holds());
      if (holds && reader.isComplete()) {
        return Decision.SHOWN;
      }
      boolean fails = statement.fails() == null ? !holds : language.isTrue(statement.fails());
      return fails && reader.isComplete() ? Decision.REFUTED : Decision.NOT_SHOWN;
    } catch (ArithmeticException e) {
      reader.missing(e.getMessage());
      return Decision.NOT_SHOWN;
    }
  }

  /**
   * Decides a statement by the intervals of its values. The statement is evaluated for many draws
   * of the values from their distributions; it is confirmed, or refuted, if 97.5 % of the draws or
   * more do so. Values of unknown noise are taken as measured. A refuted statement has its cause,
   * as far as the counters show it.
   */
  StatementResult evaluateByIntervals(Statement statement) {
    StatementResult of = evaluateByIntervals(statement, /* onceIsExact= */ true);
    String cause = of.decision() == Decision.REFUTED ? reader.cause() : "";
    return cause.isEmpty()
        ? of
        : new StatementResult(of.text(), of.decision(), of.because() + "; " + cause);
  }

  private StatementResult evaluateByIntervals(Statement statement, boolean onceIsExact) {
    DrawnValues values = reader.values();
    values.asMeasured(true);
    Decision measured = decide(statement);
    String because = reader.text();
    int holds = 0;
    int fails = 0;
    int draws = !reader.isComplete() || values.areKnownExactly() ? 0 : DrawnValues.COUNT;
    for (int draw = 0; draw < draws; draw++) {
      values.draw(draw);
      Decision drawn = decide(statement);
      holds += drawn == Decision.SHOWN ? 1 : 0;
      fails += drawn == Decision.REFUTED ? 1 : 0;
    }
    boolean open = values.isNoiseUnknown() && !onceIsExact;
    values.asMeasured(false);
    double enough = (1 - ValueInterval.TAIL) * draws;
    Decision decision =
        open
            ? Decision.NOT_SHOWN
            : draws == 0
                ? measured
                : holds >= enough
                    ? Decision.SHOWN
                    : fails >= enough ? Decision.REFUTED : Decision.NOT_SHOWN;
    return new StatementResult(statement.text(), decision, because);
  }
}
