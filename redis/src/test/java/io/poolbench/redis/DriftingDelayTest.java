package io.poolbench.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In virtual time: arrivals at a fixed distance, each due as {@link DelayLine} has it. */
class DriftingDelayTest {
  private static final long SEED = 42;
  private static final int ARRIVALS = 2_000_000;

  /**
   * The delays in microseconds that arrivals really get on one connection, where none overtakes.
   */
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
  @CsvSource({"1000, 200", "1000, 500", "1000, 1000", "250, 100", "20000, 5000"})
  void meanAndDeviationAreThoseAskedFor(int meanMicros, int deviationMicros) {
    double[] delays =
        inOrder(new AddedLatency(meanMicros, deviationMicros), 40L * meanMicros, ARRIVALS);
    assertThat(mean(delays)).isCloseTo(meanMicros, within(0.05 * meanMicros));
    assertThat(deviation(delays)).isCloseTo(deviationMicros, within(0.15 * deviationMicros));
  }

  @ParameterizedTest
  @CsvSource({"0.50, 0", "0.90, 1.2815515655446004", "0.99, 2.3263478740408408"})
  void quantilesAreThoseOfTheLognormalDistribution(double quantile, double normalQuantile) {
    double[] delays = inOrder(new AddedLatency(1000, 500), 40_000, ARRIVALS);
    Arrays.sort(delays);
    double sigma = Math.sqrt(Math.log(1 + 0.25));
    double expected = 1000 * Math.exp(-sigma * sigma / 2 + sigma * normalQuantile);
    assertThat(delays[(int) (quantile * ARRIVALS)]).isCloseTo(expected, within(0.05 * expected));
  }

  @Test
  void theMeanDoesNotDependOnHowManyAnswersAreInFlight() {
    AddedLatency latency = new AddedLatency(1000, 1000);
    double oneInFlight = mean(inOrder(latency, 1_000_000, 20_000));
    double thousandInFlight = mean(inOrder(latency, 1_000, 20_000_000));
    assertThat(thousandInFlight).isCloseTo(oneInFlight, within(0.02 * oneInFlight));
  }

  @Test
  void withoutDeviationEveryDelayIsTheMean() {
    assertThat(inOrder(new AddedLatency(250, 0), 7_000, 1000)).containsOnly(250.0);
  }

  @Test
  void anotherSeedGivesOtherDelays() {
    AddedLatency latency = new AddedLatency(1000, 500);
    assertThat(Delay.of(latency, 1).nanosAt(0)).isNotEqualTo(Delay.of(latency, 2).nanosAt(0));
    assertThat(Delay.of(latency, 1).nanosAt(0)).isEqualTo(Delay.of(latency, 1).nanosAt(0));
  }
}
