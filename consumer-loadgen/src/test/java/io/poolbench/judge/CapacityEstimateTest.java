package io.poolbench.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.judge.CapacityEstimate.Basis;
import io.poolbench.stats.Range;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapacityEstimateTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10.4      | 8         | 16        | true  | 10.4 [8.00, 16.0]",
        "10.4      | 8         | Infinity  | false | at least 8.00",
        "10.4      | -Infinity | 16        | true  | at most 16.0",
        "Infinity  | -Infinity | Infinity  | false | not known",
        "Infinity  | Infinity  | Infinity  | false | > 48",
        "-Infinity | -Infinity | -Infinity | true  | < 2"
      })
  void anOpenEndIsNotPrintedAsAnInterval(
      double load, double lower, double upper, boolean bounded, String text) {
    CapacityEstimate estimate =
        new CapacityEstimate(load, new Range(lower, upper), 2, 48, Basis.ROUNDS, 9);
    assertThat(estimate.isBounded()).isEqualTo(bounded);
    assertThat(estimate.text()).isEqualTo(text);
  }
}
