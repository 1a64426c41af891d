package io.poolbench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeriesTest {
  /** Of 1 2 3 4 5 6 the products of neighbours are 8.75 and the squares 17.5: 0.5, + 2.5 / 6. */
  @Test
  void theCorrelationIsCorrectedForTheBiasOfFewSamples() {
    Series rising = Series.of(1, 2, 3, 4, 5, 6);
    assertThat(rising.lag1()).isCloseTo(0.9, within(1e-12));
    assertThat(Series.of(1, 2, 3, 3, 2, 1).lag1()).isCloseTo(0.25 + 1.75 / 6, within(1e-12));
    assertThat(Series.of(1, -1, 1, -1, 1, -1)).isEqualTo(new Series(0, false));
  }

  @Test
  void aTrendIsShown() {
    assertThat(Series.of(1, 2, 3.5, 4, 5, 6).isShown()).isTrue();
    assertThat(Series.of(1, 2, 3, 4, 5)).as("too few samples").isEqualTo(new Series(0, false));
    assertThat(Series.of(2, 2, 2, 2, 2, 2)).isEqualTo(new Series(0, false));
  }

  @Test
  void theVarianceOfTheMeanIsThatOfFewerIndependentSamples() {
    Series half = new Series(0.5, true);
    assertThat(half.inflation()).isCloseTo(3, within(1e-12));
    assertThat(half.inflationIfShown(0.2)).isCloseTo(1.5, within(1e-12));
    assertThat(new Series(0.5, false).inflationIfShown(0.9)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 0.03", "0.9, 0.6, 1"})
  void independentSamplesSeldomLookDependentAndDependentOnesOften(
      double correlation, double least, double most) {
    Random random = new Random(1);
    int runs = 2_000;
    long shown =
        IntStream.range(0, runs)
            .filter(
                run -> {
                  double[] values = new double[20];
                  double state = random.nextGaussian();
                  for (int i = 0; i < values.length; i++) {
                    double fresh = Math.sqrt(1 - correlation * correlation);
                    state = correlation * state + fresh * random.nextGaussian();
                    values[i] = state;
                  }
                  return Series.of(values).isShown();
                })
            .count();
    assertThat((double) shown / runs).isBetween(least, most);
  }
}
