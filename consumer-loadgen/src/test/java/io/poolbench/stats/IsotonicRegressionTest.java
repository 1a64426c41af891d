package io.poolbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The fit is the one of least weighted squares among all that do not fall. */
class IsotonicRegressionTest {
  @Test
  void ruleEqualsTheBestOfAllPartitionsIntoBlocks() {
    Random random = new Random(1);
    for (int trial = 0; trial < 2_000; trial++) {
      int count = 1 + random.nextInt(9);
      double[] values = random.doubles(count, -9, 9).toArray();
      double[] weights = random.doubles(count, 0.1, 50).toArray();
      assertThat(IsotonicRegression.fit(values, weights))
          .containsExactly(bestPartition(values, weights), within(1e-9));
    }
  }

  @Test
  void ruleNeedsAWeightForEachValue() {
    assertThatThrownBy(() -> IsotonicRegression.fit(new double[2], new double[1]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Of all fits that are constant on blocks of neighbours and do not fall, the best. */
  private static double[] bestPartition(double[] values, double[] weights) {
    double[] best = null;
    double least = Double.POSITIVE_INFINITY;
    for (int cuts = 0; cuts < 1 << (values.length - 1); cuts++) {
      double[] fit = blockMeans(values, weights, cuts);
      double squares = 0;
      boolean falls = false;
      for (int i = 0; i < fit.length; i++) {
        falls |= i > 0 && fit[i] < fit[i - 1];
        squares += weights[i] * (values[i] - fit[i]) * (values[i] - fit[i]);
      }
      if (!falls && squares < least) {
        least = squares;
        best = fit;
      }
    }
    return best;
  }

  private static double[] blockMeans(double[] values, double[] weights, int cuts) {
    double[] fit = new double[values.length];
    int start = 0;
    for (int i = 0; i < values.length; i++) {
      if (i == values.length - 1 || (cuts >> i & 1) == 1) {
        double sum = 0;
        double weight = 0;
        for (int j = start; j <= i; j++) {
          sum += values[j] * weights[j];
          weight += weights[j];
        }
        Arrays.fill(fit, start, i + 1, sum / weight);
        start = i + 1;
      }
    }
    return fit;
  }
}
