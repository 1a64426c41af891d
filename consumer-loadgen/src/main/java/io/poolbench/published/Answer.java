package io.poolbench.published;

import io.poolbench.result.FigureText;
import io.poolbench.result.StudyResult;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The answer of a study to its title: a text with expressions in braces. */
public final class Answer {
  private static final Pattern EXPRESSION = Pattern.compile("\\{([^{}]*)}");

  private Answer() {}

  /** The expressions in an answer, in their order. */
  static List<String> expressions(String answer) {
    return EXPRESSION.matcher(answer).results().map(Answer::expression).toList();
  }

  private static String expression(MatchResult match) {
    return match.group(1);
  }

  /** The answer with the values of a result; empty where the study has none. */
  public static String of(StudyResult result) {
    StatementEvaluator evaluator = new StatementEvaluator(result, result.published());
    return EXPRESSION
        .matcher(result.answer())
        .replaceAll(
            match ->
                Matcher.quoteReplacement(FigureText.measure(evaluator.value(expression(match)))));
  }
}
