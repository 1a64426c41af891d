package io.poolbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IsotonicRegressionTest {
  /** The highest, over all beginnings, of the lowest mean of a block around the value. */
  @Test
  void ruleTheFitIsThatOfTheMaxMinFormula() {
    Random random = new Random(1);
    for (int trial = 0; trial < 2_000; trial++) {
      int count = 1 + random.nextInt(9);
      double[] values = random.doubles(count, -9, 9).toArray();
      double[] weights = random.doubles(count, 0.1, 50).toArray();
      assertThat(IsotonicRegression.fit(values, weights))
          .containsExactly(maxMin(values, weights), within(1e-9));
    }
  }

  @Test
  void ruleNeedsAWeightForEachValue() {
    assertThatThrownBy(() -> IsotonicRegression.fit(new double[2], new double[1]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** T. Robertson, F. T. Wright, R. L. Dykstra, Order Restricted Statistical Inference, 1988. */
  private static double[] maxMin(double[] values, double[] weights) {
    double[] fit = new double[values.length];
    Arrays.fill(fit, Double.NEGATIVE_INFINITY);
    for (int i = 0; i < fit.length; i++) {
      for (int from = 0; from <= i; from++) {
        double least = Double.POSITIVE_INFINITY;
        double sum = 0;
        double weight = 0;
        for (int to = from; to < fit.length; to++) {
          sum += values[to] * weights[to];
          weight += weights[to];
          least = to < i ? least : Math.min(least, sum / weight);
        }
        fit[i] = Math.max(fit[i], least);
      }
    }
    return fit;
  }
}
