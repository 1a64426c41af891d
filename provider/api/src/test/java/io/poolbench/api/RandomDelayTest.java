package io.poolbench.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RandomDelayTest {
  private static final int DRAWS = 1_000_000;

  /** Sorted, in microseconds. */
  private static double[] draws(int meanMicros, int deviationMicros) {
    RandomDelay delay =
        new RandomDelay(
            new AddedLatency(meanMicros, deviationMicros), new SplittableRandom(42)::nextDouble);
    double[] micros = new double[DRAWS];
    Arrays.setAll(micros, draw -> delay.nextNanos() / 1000.0);
    Arrays.sort(micros);
    return micros;
  }

  @ParameterizedTest
  @CsvSource({"1000, 200", "1000, 1000", "20000, 5000"})
  void meanAndDeviationAreTheConfiguredOnes(int meanMicros, int deviationMicros) {
    double[] micros = draws(meanMicros, deviationMicros);
    double mean = Arrays.stream(micros).average().orElseThrow();
    double variance = Arrays.stream(micros).map(each -> Math.pow(each - mean, 2)).sum() / DRAWS;

    assertThat(mean).isCloseTo(meanMicros, within(0.01 * meanMicros));
    assertThat(Math.sqrt(variance)).isCloseTo(deviationMicros, within(0.03 * deviationMicros));
  }

  /** Of a lognormal distribution with a mean of 1 ms and a deviation of 0.5 ms. */
  @ParameterizedTest
  @CsvSource({"0.50, 894.4", "0.90, 1638.5", "0.99, 2684.1"})
  void quantilesAreLognormal(double quantile, double expectedMicros) {
    double actual = draws(1000, 500)[(int) (quantile * DRAWS)];

    assertThat(actual).isCloseTo(expectedMicros, within(0.01 * expectedMicros));
  }

  @Test
  void withoutADeviationEachDelayIsTheMeanAndWithoutAMeanThereIsNone() {
    RandomDelay delay = new RandomDelay(new AddedLatency(250, 0));
    assertThat(delay.nextNanos()).isEqualTo(250_000);

    delay.change(AddedLatency.NONE);
    assertThat(delay.nextNanos()).isZero();
    delay.change(new AddedLatency(3_000, 0));
    assertThat(delay.nextNanos()).isEqualTo(3_000_000);
  }
}
