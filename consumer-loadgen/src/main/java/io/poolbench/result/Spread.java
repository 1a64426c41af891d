package io.poolbench.result;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Minimum, median and maximum of a metric over separately measured steps.
 *
 * <p>For an even count the median is the mean of the two middle values. The median of TP99 is the
 * TP99 of a typical step. It is neither the TP99 of all calls together, which a single bad step can
 * determine, nor an average of percentiles.
 */
public record Spread(double lowest, double median, double highest, int count) {
  /** The spread of a metric over the steps in which it is known; empty if there are none. */
  public static Optional<Spread> of(Metric metric, List<StepResult> steps) {
    return of(steps.stream().map(metric::of).filter(Objects::nonNull).toList());
  }

  public static Optional<Spread> of(List<Double> values) {
    if (values.isEmpty()) {
      return Optional.empty();
    }
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int half = sorted.length / 2;
    double median =
        sorted.length % 2 == 1
            ? sorted[half]
            : sorted[half - 1] + (sorted[half] - sorted[half - 1]) / 2;
    return Optional.of(new Spread(sorted[0], median, sorted[sorted.length - 1], sorted.length));
  }
}
