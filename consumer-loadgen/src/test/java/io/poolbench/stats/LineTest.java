package io.poolbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LineTest {
  private static final double[] EQUAL = {1, 1, 1, 1};

  /**
   * Computed by hand: means 2 and 3, a slope of 16/12, residuals of 2/3 each. With two degrees of
   * freedom, Student's t is above t with the probability 1/2 - t / (2 sqrt(2 + t^2)).
   */
  @Test
  void ruleTheInterceptIsThatOfWeightedLeastSquares() {
    double[] x = {0, 1, 3, 4};
    double[] weights = {1, 2, 2, 1};
    Line line = Line.through(x, new double[] {1, 1, 5, 5}, weights);
    assertThat(line.intercept()).isCloseTo(1.0 / 3, within(1e-12));
    assertThat(line.error()).isCloseTo(Math.sqrt(2.0 / 3), within(1e-12));
    assertThat(line.degrees()).isEqualTo(2);
    assertThat(line.pValueAbove()).isCloseTo(0.5 - 1 / (2 * Math.sqrt(13)), within(1e-9));
  }

  @Test
  void ruleALineThroughAllPointsDecidesByTheSignOfItsIntercept() {
    double[] x = {0, 1, 3, 4};
    assertThat(Line.through(x, new double[] {2, 3, 5, 6}, EQUAL).pValueAbove()).isZero();
    assertThat(Line.through(x, x, EQUAL).pValueAbove()).isEqualTo(1);
    assertThat(Line.through(x, new double[] {-2, -1, 1, 2}, EQUAL).pValueAbove()).isEqualTo(1);
  }

  @Test
  void ruleOneAbscissaShowsNothingAtZero() {
    assertThat(Line.through(EQUAL, new double[] {5, 7, 6, 6}, EQUAL).pValueAbove()).isEqualTo(1);
    double[] zeros = {0, 0, 0, 0};
    assertThat(Line.through(zeros, new double[] {5, 7, 6, 6}, EQUAL).pValueAbove())
        .isLessThan(0.01);
  }
}
