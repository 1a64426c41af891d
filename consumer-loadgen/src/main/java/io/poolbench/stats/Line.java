package io.poolbench.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The intercept of a straight line through points by weighted least squares, with its error.
 *
 * @param error standard error of the intercept; infinite if all points have the same abscissa other
 *     than 0
 * @param degrees degrees of freedom of the error
 */
public record Line(double intercept, double error, int degrees) {
  /** Relative scatter of abscissae below which they count as equal. */
  private static final double SAME = 1e-9;

  /** The line through at least three points; weights are above 0. */
  public static Line through(double[] x, double[] y, double[] weights) {
    double sum = 0;
    double meanX = 0;
    double meanY = 0;
    for (int i = 0; i < x.length; i++) {
      sum += weights[i];
      meanX += weights[i] * x[i];
      meanY += weights[i] * y[i];
    }
    meanX /= sum;
    meanY /= sum;
    double squares = 0;
    double products = 0;
    double size = 0;
    for (int i = 0; i < x.length; i++) {
      squares += weights[i] * (x[i] - meanX) * (x[i] - meanX);
      products += weights[i] * (x[i] - meanX) * (y[i] - meanY);
      size += weights[i] * x[i] * x[i];
    }
    boolean one = squares <= SAME * size;
    double slope = one ? 0 : products / squares;
    double intercept = meanY - slope * meanX;
    double residual = 0;
    for (int i = 0; i < x.length; i++) {
      residual += weights[i] * Math.pow(y[i] - intercept - slope * x[i], 2);
    }
    int degrees = x.length - 2;
    double leverage = one ? (size > 0 ? Double.POSITIVE_INFINITY : 0) : meanX * meanX / squares;
    return new Line(
        intercept, Math.sqrt(residual / degrees * (1 / sum + leverage)), Math.max(1, degrees));
  }

  /** The one-sided p-value of the hypothesis that the intercept is not above 0, by Student's t. */
  public double pValueAbove() {
    if (Double.isInfinite(error) || Double.isNaN(error)) {
      return 1;
    }
    if (error == 0) {
      return intercept > 0 ? 0 : 1;
    }
    return TDistribution.of(degrees).survivalProbability(intercept / error);
  }
}
