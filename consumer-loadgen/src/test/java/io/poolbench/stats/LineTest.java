package io.poolbench.stats;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LineTest {
  private static final double[] EQUAL = {1, 1, 1, 1};

  @Test
  void ruleOneAbscissaShowsNothingAtZero() {
    double[] ones = {1, 1, 1, 1};
    assertThat(Line.through(ones, new double[] {5, 7, 6, 6}, EQUAL).pValueAbove()).isEqualTo(1);
    double[] zeros = {0, 0, 0, 0};
    assertThat(Line.through(zeros, new double[] {5, 7, 6, 6}, EQUAL).pValueAbove())
        .isLessThan(0.01);
  }
}
