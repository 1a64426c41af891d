package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpreadTest {
  /** The median of an even count is the mean of the middle two. */
  @ParameterizedTest
  @CsvSource({"7, 7, 7, 7, 1", "8 1, 1, 4.5, 8, 2", "3 1 2, 1, 2, 3, 3", "8 1 2 4, 1, 3, 8, 4"})
  void itHasTheLowestTheMiddleAndTheHighestValue(
      String values, double lowest, double median, double highest, int count) {
    List<Double> figures = Arrays.stream(values.split(" ")).map(Double::valueOf).toList();

    assertThat(Spread.of(figures)).contains(new Spread(lowest, median, highest, count));
  }

  @Test
  void noValuesHaveNoSpread() {
    assertThat(Spread.of(List.of())).isEmpty();
  }
}
