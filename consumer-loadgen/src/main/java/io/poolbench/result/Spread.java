package io.poolbench.result;

import java.util.List;
import java.util.Optional;

/**
 * Min, median and max of a metric over separately measured steps.
 *
 * <p>With an even count the median is the mean of the two values in the middle. The median of TP99
 * is the TP99 of a typical step. It is neither the TP99 of all calls together, which a single bad
 * step determines in the merged histogram, nor an average of percentiles.
 *
 * @param count the number of values, at least one
 */
public record Spread(double lowest, double median, double highest, int count) {
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
