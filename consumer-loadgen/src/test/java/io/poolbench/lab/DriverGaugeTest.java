package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.poolbench.journal.CounterNames;
import io.poolbench.journal.CounterNames.Side;
import io.poolbench.journal.Durations;
import io.poolbench.journal.Metric;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class DriverGaugeTest {
  private static final long MILLI = 1_000_000;

  @Test
  void theStateIsThatOfTheTimeBetweenTwoReadings() {
    ProcessCounters before = gauge(of(900 * MILLI), of(99_000));
    ProcessCounters after =
        gauge(
            of(
                LongStream.concat(LongStream.of(900), LongStream.rangeClosed(1, 100))
                    .map(m -> m * MILLI)
                    .toArray()),
            of(
                99_000, 20_000, 20_000, 20_100, 20_100, 27_000, 27_000, 28_000, 29_000, 30_000,
                30_000));

    Gained state = between(before, after, 10_050);

    assertThat(state.of(Metric.DRIVER_HICCUP_TP99)).isCloseTo(99, within(0.1));
    assertThat(state.of(Metric.DRIVER_HICCUP_MAX)).isCloseTo(100, within(0.1));
    assertThat(state.of(Metric.DRIVER_SPEED)).isCloseTo(50, within(0.1));
  }

  @Test
  void tooFewSamplesAreUnknown() {
    ProcessCounters few = gauge(of(1), of(1, 2, 3, 4, 5, 6, 7, 8, 9));

    Gained state = between(gauge(of(), of()), few, 1);
    assertThat(state.of(Metric.DRIVER_HICCUP_MAX)).isNotNull();
    assertThat(state.of(Metric.DRIVER_HICCUP_TP99)).isNull();
    assertThat(state.of(Metric.DRIVER_SPEED)).isNull();
  }

  @Test
  void theDriversGaugeMeasuresAndEnds() throws InterruptedException {
    try (HostProbe probe = new HostProbe()) {
      Map<String, Durations> reading = probe.readGauge();
      while (reading.get(Side.DRIVER.rounds()).count() < 10) {
        Thread.onSpinWait();
        reading = probe.readGauge();
      }
      assertThat(reading.get(CounterNames.DRIVER_HICCUPS).count()).isGreaterThanOrEqualTo(30);
    }
  }

  /** A stop that ends as a window begins is none of the window's. */
  @Test
  void aDelayIsDividedAtAReading() {
    var delays = new DriverGauge.Delays();
    delays.sleep(10 * MILLI);
    assertThat(delays.read(9 * MILLI).getTotalCount()).as("before the wake-up is due").isZero();
    Histogram begin = delays.read(410 * MILLI);
    delays.wake(413 * MILLI);
    delays.sleep(423 * MILLI);
    delays.wake(424 * MILLI);

    Histogram window = delays.read(600 * MILLI);

    assertThat(begin.getMaxValue()).isCloseTo(400 * MILLI, withinPercentage(1));
    window.subtract(begin);
    assertThat(window.getTotalCount()).isEqualTo(2);
    assertThat(window.getMaxValue()).isCloseTo(3 * MILLI, withinPercentage(1));
  }

  private static Durations of(long... values) {
    return Durations.of(values);
  }

  private static ProcessCounters gauge(Durations hiccups, Durations rounds) {
    return new ProcessCounters(
        Map.of(),
        Map.of(),
        Map.of(CounterNames.DRIVER_HICCUPS, hiccups, Side.DRIVER.rounds(), rounds),
        Optional.empty());
  }

  /**
   * What the driver's gauge gained.
   *
   * @param fastestNanos the fastest round before
   */
  private static Gained between(
      ProcessCounters before, ProcessCounters after, double fastestNanos) {
    CountersReading first = SampleCounters.reading(ProcessCounters.UNKNOWN, before, 0);
    CountersReading last = SampleCounters.reading(ProcessCounters.UNKNOWN, after, 1);
    last.driver().speed().record(fastestNanos);
    return Gained.between(first, last, Gained.calls(1), Gained.plan("0", "1"));
  }
}
