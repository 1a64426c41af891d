package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.poolbench.journal.CounterNames;
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
    ProcessCounters before = gauge(900 * MILLI);
    ProcessCounters after =
        gauge(
            LongStream.concat(LongStream.of(900), LongStream.rangeClosed(1, 100))
                .map(millis -> millis * MILLI)
                .toArray());

    Gained state = between(before, after);

    assertThat(state.of(Metric.DRIVER_HICCUP_TP99)).isCloseTo(99, within(0.1));
    assertThat(state.of(Metric.DRIVER_HICCUP_MAX)).isCloseTo(100, within(0.1));
  }

  @Test
  void tooFewSamplesAreUnknown() {
    Gained state = between(gauge(), gauge(1));

    assertThat(state.of(Metric.DRIVER_HICCUP_MAX)).isNotNull();
    assertThat(state.of(Metric.DRIVER_HICCUP_TP99)).isNull();
  }

  @Test
  void theDriversGaugeMeasuresAndEnds() throws InterruptedException {
    try (HostProbe probe = new HostProbe()) {
      while (probe.readGauge().count() < 30) {
        Thread.onSpinWait();
      }
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

  private static ProcessCounters gauge(long... hiccups) {
    return new ProcessCounters(
        Map.of(),
        Map.of(),
        Map.of(CounterNames.DRIVER_HICCUPS, Durations.of(hiccups)),
        Optional.empty());
  }

  /** What the driver's gauge gained. */
  private static Gained between(ProcessCounters before, ProcessCounters after) {
    return Gained.between(
        SampleCounters.reading(ProcessCounters.UNKNOWN, before, 0),
        SampleCounters.reading(ProcessCounters.UNKNOWN, after, 1),
        Gained.calls(1),
        Gained.plan("0", "1"));
  }
}
