package io.poolbench.compare;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.compare.Deviation.DeviationInterval;
import io.poolbench.compare.Pair.LevelComparison;
import io.poolbench.config.ConfigException;
import io.poolbench.judge.Decision;
import io.poolbench.judge.ExpressionFunction;
import io.poolbench.judge.ExpressionLanguage;
import io.poolbench.judge.Parameter;
import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A boolean expression over metrics that fails a comparison if it is true at any level that both
 * sides measured: {@code baseline(metric)} and {@code candidate(metric)} are the medians, {@code
 * ratio(metric)} is the candidate's value divided by the baseline's.
 *
 * <p>The expression is evaluated twice: with all ratios at the lower ends of their intervals, and
 * at the upper ends ({@link DeviationInterval}). A level fails if the expression is true both
 * times, and is undecided if it is true once, or if an interval is unknown. The medians have no
 * interval.
 */
public record ExpressionCriterion(String text) implements Criterion {
  private static final double PERCENT = 100;

  static ExpressionCriterion parse(String text) {
    try {
      new AtLevel(null, DeviationInterval::lower).language.check("expression", text);
      return new ExpressionCriterion(text);
    } catch (InvalidSettingException e) {
      throw ConfigException.of(
          "--fail-on " + text, e.getMessage() + " (example: ratio('tp99') > 1.1)");
    }
  }

  @Override
  public Result judge(Pair pair) {
    int decided = 0;
    List<String> failing = new ArrayList<>();
    List<String> undecided = new ArrayList<>();
    for (LevelComparison level : pair.levels()) {
      AtLevel least = new AtLevel(level, DeviationInterval::lower);
      AtLevel most = new AtLevel(level, DeviationInterval::upper);
      boolean failsAtLeast = least.isTrue(text);
      boolean failsAtMost = most.isTrue(text);
      String values =
          "at %s %s"
              .formatted(
                  FigureText.load(pair.workload(), level.level()), String.join(", ", least.read));
      if (least.complete && most.complete && least.noiseKnown && most.noiseKnown) {
        decided++;
        if (failsAtLeast && failsAtMost) {
          failing.add(values);
        } else if (failsAtLeast || failsAtMost) {
          undecided.add(values);
        }
      } else if (least.complete && most.complete) {
        undecided.add(values + ", noise unknown");
      }
    }
    if (!failing.isEmpty()) {
      return result(Decision.REFUTED, pair, String.join("; ", failing));
    }
    if (!undecided.isEmpty()) {
      return result(Decision.NOT_SHOWN, pair, String.join("; ", undecided));
    }
    return decided == 0
        ? result(Decision.NOT_SHOWN, pair, "unknown at each level")
        : result(Decision.SHOWN, pair, "at " + decided + " levels");
  }

  /** The expression's functions at one level; an unknown value is replaced by 1. */
  private static final class AtLevel {
    private final LevelComparison level;
    private final ExpressionLanguage language;
    private final Set<String> read = new LinkedHashSet<>();
    private final ToDoubleFunction<DeviationInterval> end;
    private boolean complete = true;
    private boolean noiseKnown = true;

    AtLevel(LevelComparison level, ToDoubleFunction<DeviationInterval> end) {
      this.level = level;
      this.end = end;
      this.language =
          new ExpressionLanguage(
              List.of(
                  function("baseline", this::baseline),
                  function("candidate", this::candidate),
                  function("ratio", this::ratio)));
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

    private ExpressionFunction function(String name, Function<Metric, Double> value) {
      return ExpressionFunction.number(
          name, call -> known(Metric.of(call.text(0)).orElseThrow(), value), Parameter.metric());
    }

    private double known(Metric metric, Function<Metric, Double> of) {
      Deviation deviation = level.of(metric);
      Double value =
          deviation.baseline() == null || deviation.candidate() == null ? null : of.apply(metric);
      if (value == null) {
        complete = false;
        return 1;
      }
      read.add(deviation.text());
      return value;
    }

    private Double baseline(Metric metric) {
      return level.of(metric).baseline().median();
    }

    private Double candidate(Metric metric) {
      return level.of(metric).candidate().median();
    }

    /** The ratio at one end of its interval, or of the medians if the interval is unknown. */
    private Double ratio(Metric metric) {
      double before = baseline(metric);
      if (before == 0) {
        return null;
      }
      Optional<DeviationInterval> interval = level.interval(metric);
      noiseKnown &= interval.isPresent();
      return interval.isEmpty()
          ? candidate(metric) / before
          : Deviation.isInPoints(metric)
              ? (before + end.applyAsDouble(interval.get())) / before
              : 1 + end.applyAsDouble(interval.get()) / PERCENT;
    }
  }
}
