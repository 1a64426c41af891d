package io.poolbench.published;

import io.poolbench.result.FigureText;
import io.poolbench.result.Metric;
import io.poolbench.result.Spread;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * All steps of a pool at one level of load. A metric is the median of the steps that are not
 * INVALID; of all steps where each is.
 *
 * @param level users, or requests per second
 * @param unit what the level counts
 * @param steps none where the level was not measured
 */
record Level(int level, String unit, List<StepResult> steps) {
  Level {
    steps = List.copyOf(steps);
  }

  boolean measured() {
    return !steps.isEmpty();
  }

  /** Whether any step is not INVALID. */
  boolean valid() {
    return steps.stream().anyMatch(Level::isValid);
  }

  /** Empty where the metric is unknown. */
  Optional<Double> median(Metric metric) {
    boolean valid = valid();
    return Spread.of(
            steps.stream()
                .filter(step -> isValid(step) || !valid)
                .map(metric::of)
                .filter(Objects::nonNull)
                .toList())
        .map(Spread::median);
  }

  double tps() {
    return median(Metric.TPS).orElse(0.0);
  }

  /** The load as text, such as {@code 24 users}. */
  String text() {
    return FigureText.count(level) + " " + unit;
  }

  /** Why it decides nothing, such as {@code 24 users: not measured}; where it is not valid. */
  String missing() {
    return text() + (measured() ? ": INVALID" : ": not measured");
  }

  private static boolean isValid(StepResult step) {
    return step.verdict().kind() != Verdict.Kind.INVALID;
  }
}
