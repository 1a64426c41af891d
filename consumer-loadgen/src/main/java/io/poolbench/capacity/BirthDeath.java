package io.poolbench.capacity;

import java.util.function.IntToDoubleFunction;

/** Birth-death chains: states 0, 1, ..., with transitions to the neighbouring states only. */
final class BirthDeath {
  /** Weights are scaled down when their sum exceeds this value, so that none overflows. */
  private static final double LARGE = 1e200;

  private BirthDeath() {}

  /** The stationary probabilities of 0..last: {@code p[n + 1] / p[n] = up(n) / down(n + 1)}. */
  static double[] stationary(int last, IntToDoubleFunction up, IntToDoubleFunction down) {
    double[] p = new double[last + 1];
    p[0] = 1;
    double sum = 1;
    for (int n = 0; n < last; n++) {
      p[n + 1] = p[n] * up.applyAsDouble(n) / down.applyAsDouble(n + 1);
      sum += p[n + 1];
      if (sum > LARGE) {
        for (int before = 0; before <= n + 1; before++) {
          p[before] /= LARGE;
        }
        sum /= LARGE;
      }
    }
    for (int n = 0; n <= last; n++) {
      p[n] /= sum;
    }
    return p;
  }

  static double mean(double[] probabilities, IntToDoubleFunction of) {
    double mean = 0;
    for (int n = 0; n < probabilities.length; n++) {
      mean += probabilities[n] * of.applyAsDouble(n);
    }
    return mean;
  }
}
