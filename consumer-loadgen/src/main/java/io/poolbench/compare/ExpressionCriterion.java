package io.poolbench.compare;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.compare.CriterionResult.Outcome;
import io.poolbench.config.ConfigException;
import io.poolbench.expression.ExpressionFunction;
import io.poolbench.expression.ExpressionLanguage;
import io.poolbench.expression.Parameter;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * An expression that fails a comparison where it is true at any level that both sides measured, by
 * the medians alone: {@code baseline(metric)}, {@code candidate(metric)}, and {@code
 * ratio(metric)}, the candidate's value divided by the baseline's.
 *
 * @param text the expression
 */
public record ExpressionCriterion(String text) implements Criterion {
  /**
   * Reads an expression.
   *
   * @throws ConfigException where it is not valid
   */
  static ExpressionCriterion parse(String text) {
    try {
      new AtLevel(null).language.check("expression", text);
      return new ExpressionCriterion(text);
    } catch (InvalidSettingException e) {
      throw ConfigException.of(
          "--fail-on " + text, e.getMessage() + " (example: ratio('tp99') > 1.1)");
    }
  }

  @Override
  public CriterionResult judge(Pair pair) {
    int decided = 0;
    List<String> failing = new ArrayList<>();
    for (LevelComparison level : pair.levels()) {
      AtLevel at = new AtLevel(level);
      boolean failed = at.isTrue(text);
      if (at.complete) {
        decided++;
      }
      if (at.complete && failed) {
        failing.add(
            "at "
                + FigureText.load(pair.workload(), level.level())
                + " "
                + String.join(", ", at.read));
      }
    }
    if (decided == 0) {
      return CriterionResult.of(Outcome.UNDECIDED, this, pair, "unknown at each level");
    }
    return failing.isEmpty()
        ? CriterionResult.of(Outcome.HOLDS, this, pair, "at " + decided + " levels")
        : CriterionResult.of(Outcome.FAILED, this, pair, String.join("; ", failing));
  }

  /** The functions at one level, and what they read; a missing value stands in as 1. */
  private static final class AtLevel {
    private final LevelComparison level;
    private final ExpressionLanguage language;
    private final Set<String> read = new LinkedHashSet<>();
    private boolean complete = true;

    AtLevel(LevelComparison level) {
      this.level = level;
      this.language =
          new ExpressionLanguage(
              List.of(
                  function("baseline", (before, after) -> before),
                  function("candidate", (before, after) -> after),
                  function("ratio", (before, after) -> before == 0 ? null : after / before)));
    }

    boolean isTrue(String expression) {
      try {
        return language.isTrue(expression);
      } catch (ArithmeticException e) {
        // No answer for these values, such as a division by zero.
        complete = false;
        return false;
      }
    }

    private ExpressionFunction function(String name, BiFunction<Double, Double, Double> of) {
      return ExpressionFunction.number(
          name,
          call -> value(Metric.of(call.text(0)).orElseThrow(), of),
          Parameter.text(
              "metric", id -> Metric.of(id).isPresent(), "a metric's id, see docs/metrics.md"));
    }

    private double value(Metric metric, BiFunction<Double, Double, Double> of) {
      Deviation deviation = level.of(metric);
      Double value =
          deviation.baseline() == null || deviation.candidate() == null
              ? null
              : of.apply(deviation.baseline().median(), deviation.candidate().median());
      if (value == null) {
        complete = false;
        return 1;
      }
      read.add(deviation.text());
      return value;
    }
  }
}
