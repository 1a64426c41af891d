package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StabilityTest {
  @ParameterizedTest
  @CsvSource({
    "10, 30, true",
    "10.1, 30, false",
    "10, 30.1, false",
    "10, , true",
    "10.1, , false",
    ", 30, true",
    ", 30.1, false",
    ", , "
  })
  void aStepIsStableIfItsKnownSpreadsAreWithinTheirBands(Double tps, Double tp99, Boolean stable) {
    assertThat(new Stability(5, tps, tp99).stable()).isEqualTo(stable);
  }
}
