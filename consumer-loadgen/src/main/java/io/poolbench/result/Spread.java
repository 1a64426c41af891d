package io.poolbench.result;

import java.util.List;
import java.util.Optional;

/**
 * One figure over the repetitions of a step, each of them measured on its own.
 *
 * <p>The median is that of the repetitions' figures: the one in the middle, or the mean of the two
 * in the middle. Of a percentile it is hence the TP99 of a typical repetition. It is not the TP99
 * of all repetitions' calls together, which their merged histograms would give and which one bad
 * repetition decides; and it is no average of percentiles.
 *
 * @param lowest the lowest
 * @param median the median
 * @param highest the highest
 * @param count how many repetitions are behind it; at least one
 */
public record Spread(double lowest, double median, double highest, int count) {
  /** The spread of a figure; empty where there is none. */
  public static Optional<Spread> of(List<Double> figures) {
    if (figures.isEmpty()) {
      return Optional.empty();
    }
    double[] sorted = figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int half = sorted.length / 2;
    double median =
        sorted.length % 2 == 1
            ? sorted[half]
            : sorted[half - 1] + (sorted[half] - sorted[half - 1]) / 2;
    return Optional.of(new Spread(sorted[0], median, sorted[sorted.length - 1], sorted.length));
  }
}
