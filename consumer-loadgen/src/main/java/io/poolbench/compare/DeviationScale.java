package io.poolbench.compare;

import io.poolbench.result.FigureText;

/**
 * In what the deviation of a figure is given, and hence on which scale its noise is tested: the
 * same that is printed is tested.
 */
public enum DeviationScale {
  /** Of the baseline's figure; what is tested are logarithms, whose differences are ratios. */
  PERCENT("%") {
    @Override
    Double between(double baseline, double candidate) {
      return baseline > 0 ? 100 * (candidate / baseline - 1) : null;
    }

    @Override
    double tested(double figure) {
      return Math.log(figure);
    }
  },
  /** Of a figure that is itself a share: the difference of both. */
  POINTS("points") {
    @Override
    Double between(double baseline, double candidate) {
      return candidate - baseline;
    }

    @Override
    double tested(double figure) {
      return figure;
    }
  };

  private final String unit;

  DeviationScale(String unit) {
    this.unit = unit;
  }

  /** {@code %} or {@code points}. */
  public String unit() {
    return unit;
  }

  /** A deviation with its sign and unit: {@code +18 %}, {@code -0.1 points}. */
  public String text(double deviation) {
    return sign(deviation) + FigureText.difference(deviation) + " " + unit;
  }

  /** The sign that is written before a deviation. */
  static String sign(double deviation) {
    return deviation > 0 ? "+" : deviation < 0 ? "-" : "";
  }

  /** How far a figure lies from the baseline's; null where the scale has no answer. */
  abstract Double between(double baseline, double candidate);

  /** A figure as the test of noise takes it; not finite where the scale has none for it. */
  abstract double tested(double figure);
}
