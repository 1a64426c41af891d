package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureTextTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0.00",
    "-0.004, 0.00",
    "-0.006, -0.01",
    "0.254, 0.25",
    "9.99, 9.99",
    "12.34, 12.3",
    "123.4, 123",
    "'12345.6', '12,346'"
  })
  void aMeasureHasAboutThreeDigits(double figure, String text) {
    assertThat(FigureText.measure(figure)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"100, 100", "99.99999, 99.999", "99.9, 99.9", "95.39, 95.3", "0, 0"})
  void availabilityIsHundredOnlyWithoutAFailedCall(double pct, String text) {
    assertThat(FigureText.availability(pct)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "MILLIS, 10.0004, 10, 10.0004",
    "MILLIS, 9.9996, 10, 9.9996",
    "MILLIS, 12.34, 10, 12.3",
    "MILLIS, 10, 10, 10.0",
    "COUNT, 5, 0, 5",
    "COUNT, 4.5, 4, 4.50"
  })
  void aValueNextToALimitShowsWhichIsHigher(Unit unit, double figure, double limit, String text) {
    assertThat(unit.textBeside(figure, limit)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({"1234567.5, 1234567.5", "0.00001, 0.00001", "1e-9, 0", "10, 10"})
  void csvNumbersArePlain(double figure, String text) {
    assertThat(FigureText.machine(figure)).isEqualTo(text);
  }

  @Test
  void unknownValuesArePrintedAsADash() {
    assertThat(FigureText.measure(null)).isEqualTo("-");
    assertThat(FigureText.pct(null)).isEqualTo("-");
    assertThat(FigureText.availability(null)).isEqualTo("-");
    assertThat(FigureText.machine(null)).isEmpty();
  }
}
