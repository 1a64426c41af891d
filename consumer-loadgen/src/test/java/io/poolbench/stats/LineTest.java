package io.poolbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LineTest {
  private static final double[] EQUAL = {1, 1, 1, 1};

  @Test
  void ruleALineHasItsValueAtZero() {
    Line line = Line.through(new double[] {1, 2, 3, 4}, new double[] {5, 7, 9, 11}, EQUAL);
    assertThat(line.intercept()).isCloseTo(3, within(1e-9));
    assertThat(line.pValueAbove()).isLessThan(1e-6);
  }

  /** Draper and Smith: the standard error is s sqrt(1/n + mean(x)^2 / Sxx). */
  @Test
  void ruleTheErrorIsThatOfTheRegression() {
    Line line = Line.through(new double[] {-1, 0, 1, 0}, new double[] {1, 3, 1, 3}, EQUAL);
    assertThat(line.intercept()).isEqualTo(2);
    assertThat(line.error()).isCloseTo(Math.sqrt(4 / 2.0 / 4), within(1e-9));
    assertThat(line.degrees()).isEqualTo(2);
  }

  @Test
  void ruleOneAbscissaShowsNothingAtZero() {
    double[] ones = {1, 1, 1, 1};
    assertThat(Line.through(ones, new double[] {5, 7, 6, 6}, EQUAL).pValueAbove()).isEqualTo(1);
    double[] zeros = {0, 0, 0, 0};
    assertThat(Line.through(zeros, new double[] {5, 7, 6, 6}, EQUAL).pValueAbove())
        .isLessThan(0.01);
  }
}
