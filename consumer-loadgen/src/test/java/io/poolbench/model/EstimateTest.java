package io.poolbench.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EstimateTest {
  /** Of n draws the k-th has k / (n + 1) of the distribution below it: 2.5 % on either side. */
  @ParameterizedTest
  @CsvSource({"40, 1, 40", "200, 5, 196", "1000, 25, 976"})
  void drawsOnEitherSideAreAsManyAsTheErrorAllows(int count, double low, double high) {
    double[] draws = IntStream.rangeClosed(1, count).mapToDouble(draw -> draw).toArray();

    assertThat(Estimate.of(30, draws)).isEqualTo(new Estimate(30, low, high));
  }

  @ParameterizedTest
  @CsvSource({"-7, -7, 40", "50, 1, 50"})
  void theIntervalHoldsTheValue(double value, double low, double high) {
    double[] draws = IntStream.rangeClosed(1, 40).mapToDouble(draw -> draw).toArray();

    assertThat(Estimate.of(value, draws)).isEqualTo(new Estimate(value, low, high));
  }
}
