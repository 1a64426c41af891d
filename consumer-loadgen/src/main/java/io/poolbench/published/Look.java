package io.poolbench.published;

import io.poolbench.result.FigureText;
import io.poolbench.result.Spread;
import io.poolbench.result.StepResult;
import io.poolbench.result.Verdict;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * What was measured of a pool at one load, be it once or, by repetitions and searches, often: its
 * figures are the medians of the steps that are not INVALID. Where all are, they are the medians of
 * those, and the look is not valid.
 *
 * @param users the load
 * @param steps none where the load was not measured
 */
record Look(int users, List<StepResult> steps) {
  Look {
    steps = List.copyOf(steps);
  }

  boolean measured() {
    return !steps.isEmpty();
  }

  boolean valid() {
    return steps.stream().anyMatch(Look::isValid);
  }

  /** Empty where the figure is not known. */
  Optional<Double> figure(Function<StepResult, Double> figure) {
    return Spread.of(
            steps.stream()
                .filter(step -> isValid(step) || !valid())
                .map(figure)
                .filter(Objects::nonNull)
                .toList())
        .map(Spread::median);
  }

  double tps() {
    return figure(StepResult::tps).orElse(0.0);
  }

  Optional<Double> cpuPct() {
    return figure(step -> step.provider().cpuPct());
  }

  Optional<Double> tp99Millis() {
    return figure(step -> step.latency().tp99Millis());
  }

  /** The load in words. */
  String load() {
    return FigureText.count(users) + (users == 1 ? " user" : " users");
  }

  /** Why it decides nothing: {@code 24 users: not measured}; for those that are not valid. */
  String lack() {
    return load() + (measured() ? ": INVALID" : ": not measured");
  }

  private static boolean isValid(StepResult step) {
    return step.verdict().kind() != Verdict.Kind.INVALID;
  }
}
