package io.poolbench.stats;

/**
 * Weighted least squares with the constraint that fitted values do not fall.
 *
 * <p>Pool-adjacent-violators algorithm: neighbours out of order are replaced by their weighted mean
 * until all values are in order. (R. E. Barlow, D. J. Bartholomew, J. M. Bremner, H. D. Brunk,
 * Statistical Inference under Order Restrictions, Wiley 1972.)
 */
public final class IsotonicRegression {
  private IsotonicRegression() {}

  /** Returns the fitted values in the order of {@code values}; weights are above 0. */
  public static double[] fit(double[] values, double[] weights) {
    if (values.length != weights.length) {
      throw new IllegalArgumentException(values.length + " values, " + weights.length + " weights");
    }
    if (isRising(values)) {
      return values.clone();
    }
    double[] mean = new double[values.length];
    double[] weight = new double[values.length];
    int[] size = new int[values.length];
    int blocks = 0;
    for (int i = 0; i < values.length; i++) {
      mean[blocks] = values[i];
      weight[blocks] = weights[i];
      size[blocks] = 1;
      while (blocks > 0 && mean[blocks - 1] >= mean[blocks]) {
        double sum = weight[blocks - 1] + weight[blocks];
        mean[blocks - 1] =
            (mean[blocks - 1] * weight[blocks - 1] + mean[blocks] * weight[blocks]) / sum;
        weight[blocks - 1] = sum;
        size[blocks - 1] += size[blocks];
        blocks--;
      }
      blocks++;
    }
    double[] fitted = new double[values.length];
    int at = 0;
    for (int block = 0; block < blocks; block++) {
      for (int i = 0; i < size[block]; i++) {
        fitted[at++] = mean[block];
      }
    }
    return fitted;
  }

  private static boolean isRising(double[] values) {
    for (int i = 1; i < values.length; i++) {
      if (values[i] < values[i - 1]) {
        return false;
      }
    }
    return true;
  }
}
