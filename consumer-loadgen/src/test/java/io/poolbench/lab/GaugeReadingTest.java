package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.poolbench.lab.GaugeReading.Cpus;
import io.poolbench.lab.HostProbe.HostSpeed;
import io.poolbench.load.NanoClock;
import io.poolbench.result.Figures;
import io.poolbench.result.Metric;
import java.util.List;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class GaugeReadingTest {
  private static final long MILLI = 1_000_000;

  @Test
  void theStateIsThatOfTheTimeBetweenTwoReadings() {
    GaugeReading before = new GaugeReading(of(900 * MILLI), of(99_000));
    GaugeReading after =
        new GaugeReading(
            of(
                LongStream.concat(LongStream.of(900), LongStream.rangeClosed(1, 100))
                    .map(m -> m * MILLI)
                    .toArray()),
            of(
                99_000, 20_000, 20_000, 20_100, 20_100, 27_000, 27_000, 28_000, 29_000, 30_000,
                30_000));

    Figures state = after.since(before).state(Cpus.OF_DRIVER, new HostSpeed(10_050));

    assertThat(state.of(Metric.DRIVER_HICCUP_TP99)).isCloseTo(99, within(0.1));
    assertThat(state.of(Metric.DRIVER_HICCUP_MAX)).isCloseTo(100, within(0.1));
    assertThat(state.of(Metric.DRIVER_SPEED)).isCloseTo(50, within(0.1));
  }

  @Test
  void joinedReadingsLackWhatWasBetweenThem() {
    GaugeReading opened = new GaugeReading(of(1, 2, 500), of(7));
    GaugeReading closed = new GaugeReading(of(1, 2, 500, 3), of(7, 8));

    GaugeReading joined = new GaugeReading(of(1, 2), of(7)).continuedBy(opened, closed);

    assertThat(joined.hiccups()).isEqualTo(of(1, 2, 3));
    assertThat(joined.rounds()).isEqualTo(of(7, 8));
  }

  @Test
  void tooFewSamplesAreUnknown() {
    GaugeReading few = new GaugeReading(of(1), of(1, 2, 3, 4, 5, 6, 7, 8, 9));

    assertThat(few.state(Cpus.OF_PROVIDER, new HostSpeed()).values())
        .containsOnlyKeys(Metric.PROVIDER_HICCUP_MAX);
  }

  @Test
  void speedIsRelativeToTheFastestSoFar() {
    HostSpeed speed = new HostSpeed(80);

    assertThat(speed.pct(160)).isEqualTo(50);
    assertThat(speed.pct(100)).isEqualTo(80);
    assertThat(speed.pct(200)).isEqualTo(40);
    assertThat(speed.pct(50)).isEqualTo(100);
  }

  @Test
  void theDriversGaugeMeasuresAndEnds() throws InterruptedException {
    try (HostProbe probe = new HostProbe(Pinning.detect(), NanoClock.system())) {
      GaugeReading reading = probe.readGauge();
      while (reading.rounds().getTotalCount() < 10) {
        Thread.onSpinWait();
        reading = probe.readGauge();
      }
      assertThat(reading.hiccups().getTotalCount()).isGreaterThanOrEqualTo(30);
      assertThat(reading.state(Cpus.OF_DRIVER, probe.driverSpeed()).of(Metric.DRIVER_SPEED))
          .isPositive();
    }
  }

  @Test
  void theSpeedBeforeACellIsMeasuredWithoutPinningTheCallingThread() throws InterruptedException {
    CpuList cpus = new HostFacts().cpus();
    HostProbe probe = new HostProbe(Pinning.detect(), NanoClock.system());

    for (CpuList driver : List.of(cpus, cpus.part(0, 1))) {
      assertThat(probe.beforeCell(new CpuPlan(cpus, driver)).speedPct())
          .isPositive()
          .isLessThanOrEqualTo(100.0);
    }
    assertThat(new HostFacts().cpus()).isEqualTo(cpus);
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

  private static Histogram of(long... values) {
    Histogram histogram = new Histogram(1, 3_600_000 * MILLI, 3);
    LongStream.of(values).forEach(histogram::recordValue);
    return histogram;
  }
}
