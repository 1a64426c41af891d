package io.poolbench.published;

import io.poolbench.result.FigureText;
import io.poolbench.result.StudyResult;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Texts with expressions in braces, such as a study's answer to its title. */
public final class Answer {
  private static final Pattern EXPRESSION = Pattern.compile("\\{([^{}]*)}");

  private Answer() {}

  static List<String> expressions(String text) {
    return EXPRESSION.matcher(text).results().map(Answer::expression).toList();
  }

  private static String expression(MatchResult match) {
    return match.group(1);
  }

  /** A study's answer with the values of its result; empty if the study has none. */
  public static String of(StudyResult result) {
    return of(result.answer(), new StatementEvaluator(result, result.published()));
  }

  static String of(String text, StatementEvaluator evaluator) {
    return EXPRESSION
        .matcher(text)
        .replaceAll(
            match ->
                Matcher.quoteReplacement(FigureText.measure(evaluator.value(expression(match)))));
  }
}
