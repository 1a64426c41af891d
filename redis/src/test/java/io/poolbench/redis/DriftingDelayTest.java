package io.poolbench.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arrivals at constant gaps of virtual time, each due as in {@link DelayLine}. */
class DriftingDelayTest {
  private static final long SEED = 42;
  private static final int ARRIVALS = 2_000_000;

  /** Effective delays in microseconds on one connection, where no answer overtakes another. */
  private static double[] inOrder(AddedLatency latency, long gapNanos, int arrivals) {
    Delay delay = Delay.of(latency, SEED);
    double[] effective = new double[arrivals];
    long due = Long.MIN_VALUE;
    for (int i = 0; i < arrivals; i++) {
      long now = i * gapNanos;
      due = Math.max(due, now + delay.nanosAt(now));
      effective[i] = (due - now) / 1000.0;
    }
    return effective;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  private static double deviation(double[] values) {
    double mean = mean(values);
    return Math.sqrt(
        Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElseThrow());
  }

  @ParameterizedTest
  @CsvSource({"1000, 200", "1000, 1000", "20000, 5000"})
  void meanAndDeviationAreTheConfiguredOnes(int meanMicros, int deviationMicros) {
    double[] delays =
        inOrder(new AddedLatency(meanMicros, deviationMicros), 40L * meanMicros, ARRIVALS);
    assertThat(mean(delays)).isCloseTo(meanMicros, within(0.05 * meanMicros));
    assertThat(deviation(delays)).isCloseTo(deviationMicros, within(0.15 * deviationMicros));
  }

  @ParameterizedTest
  @CsvSource({"0.50, 0", "0.90, 1.2815515655446004", "0.99, 2.3263478740408408"})
  void quantilesAreLognormal(double quantile, double normalQuantile) {
    double[] delays = inOrder(new AddedLatency(1000, 500), 40_000, ARRIVALS);
    Arrays.sort(delays);
    double sigma = Math.sqrt(Math.log(1 + 0.25));
    double expected = 1000 * Math.exp(-sigma * sigma / 2 + sigma * normalQuantile);
    assertThat(delays[(int) (quantile * ARRIVALS)]).isCloseTo(expected, within(0.05 * expected));
  }

  @Test
  void theMeanDoesNotDependOnTheLoad() {
    AddedLatency latency = new AddedLatency(1000, 1000);
    double oneInFlight = mean(inOrder(latency, 1_000_000, 20_000));
    double hundredInFlight = mean(inOrder(latency, 10_000, 2_000_000));
    assertThat(hundredInFlight).isCloseTo(oneInFlight, within(0.02 * oneInFlight));
  }

  @Test
  void delaysDependOnTheSeed() {
    AddedLatency latency = new AddedLatency(1000, 500);
    assertThat(Delay.of(latency, 1).nanosAt(0)).isNotEqualTo(Delay.of(latency, 2).nanosAt(0));
    assertThat(Delay.of(latency, 1).nanosAt(0)).isEqualTo(Delay.of(latency, 1).nanosAt(0));
  }
}
