package io.poolbench.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EstimateTest {
  /** Of n draws the k-th has k / (n + 1) of the distribution below it: 2.5 % on either side. */
  @ParameterizedTest
  @CsvSource({"40, 30, 1, 40", "1000, 30, 25, 976", "40, -7, -7, 40", "40, 50, 1, 50"})
  void drawsOnEitherSideAreAsManyAsTheErrorAllowsAndTheIntervalHoldsTheValue(
      int count, double value, double low, double high) {
    double[] draws = IntStream.rangeClosed(1, count).mapToDouble(draw -> draw).toArray();

    assertThat(Estimate.of(value, draws)).isEqualTo(new Estimate(value, low, high));
  }
}
