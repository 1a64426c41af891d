package io.poolbench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class DriverGaugeTest {
  private final DriverGauge.Delays delays = new DriverGauge.Delays();

  /** A stop that ends as a window begins is none of the window's. */
  @Test
  void delayIsDividedAtAReading() {
    delays.sleep(millis(10));
    Histogram begin = delays.read(millis(410));
    delays.wake(millis(413));
    delays.sleep(millis(423));
    delays.wake(millis(424));

    Histogram window = delays.read(millis(600));

    assertThat(begin.getMaxValue()).isCloseTo(millis(400), within1Pct());
    window.subtract(begin);
    assertThat(window.getTotalCount()).isEqualTo(2);
    assertThat(window.getMaxValue()).isCloseTo(millis(3), within1Pct());
  }

  @Test
  void readingBeforeTheWakeUpIsDueRecordsNothing() {
    delays.sleep(millis(10));

    assertThat(delays.read(millis(9)).getTotalCount()).isZero();
  }

  private static Percentage within1Pct() {
    return Percentage.withPercentage(1);
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
