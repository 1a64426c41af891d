package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettlednessTest {
  @ParameterizedTest
  @CsvSource({
    "10, 50, true",
    "10.1, 50, false",
    "10, 50.1, false",
    "10, , true",
    "10.1, , false",
    ", 50, true",
    ", 50.1, false",
    ", , "
  })
  void aStepIsSettledWhereWhatIsKnownOfItsPartsAgrees(Double tps, Double tp99, Boolean settled) {
    assertThat(new Settledness(5, tps, tp99).settled()).isEqualTo(settled);
  }
}
