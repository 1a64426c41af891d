package io.poolbench.stats;

import java.util.Arrays;
import java.util.OptionalDouble;

/** The middle of some values. */
public final class Median {
  private Median() {}

  /** The mean of the two middle values if their number is even; empty without a value. */
  public static OptionalDouble of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int count = sorted.length;
    return count == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((sorted[(count - 1) / 2] + sorted[count / 2]) / 2);
  }
}
