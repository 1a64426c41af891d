package io.poolbench.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** The oracle is an HdrHistogram of the same values. */
class DurationsTest {
  private static final long HOUR = 3_600_000_000_000L;

  private static Durations durations(List<Long> nanos) {
    return Durations.of(nanos.stream().mapToLong(Long::longValue).toArray());
  }

  private static Histogram histogram(List<Long> nanos) {
    Histogram histogram = new Histogram(3);
    nanos.forEach(histogram::recordValue);
    return histogram;
  }

  @Property(tries = 300)
  void haveTheFiguresOfAnHdrHistogram(
      @ForAll @Size(min = 1, max = 50) List<@LongRange(max = HOUR) Long> nanos) {
    Durations durations = durations(nanos);
    Histogram histogram = histogram(nanos);

    assertThat(durations.count()).isEqualTo(histogram.getTotalCount());
    assertThat(durations.maxNanos()).isEqualTo(histogram.getMaxValue());
    assertThat(durations.minNanos()).isEqualTo(histogram.getMinValue());
    assertThat(durations.meanNanos()).isCloseTo(histogram.getMean(), within(1e-3));
    assertThat(durations.deviationNanos())
        .isCloseTo(histogram.getStdDeviation(), within(1e-9 * HOUR));
    for (double percent : new double[] {50, 90, 95, 99, 99.9, 100}) {
      assertThat(durations.percentileNanos(percent))
          .as("TP%s", percent)
          .isEqualTo(histogram.getValueAtPercentile(percent));
    }
    long limit = nanos.get(0);
    assertThat(durations.countFrom(limit))
        .isEqualTo(histogram.getCountBetweenValues(limit, Long.MAX_VALUE));
  }

  @Property(tries = 100)
  void keepAllCountsInTextAndAsHistogram(
      @ForAll @Size(max = 50) List<@LongRange(max = HOUR) Long> nanos) {
    Durations durations = durations(nanos);

    assertThat(Durations.parse(durations.text())).isEqualTo(durations);
    assertThat(Durations.copyOf(durations.histogram())).isEqualTo(durations);
  }

  @Property(tries = 100)
  void addUpAndSubtract(
      @ForAll @Size(max = 20) List<@LongRange(max = HOUR) Long> some,
      @ForAll @Size(max = 20) List<@LongRange(max = HOUR) Long> others) {
    Durations sum = durations(some).plus(durations(others));

    assertThat(sum.count()).isEqualTo(some.size() + others.size());
    assertThat(sum.minus(durations(others))).isEqualTo(durations(some));
    assertThat(sum).isEqualTo(durations(others).plus(durations(some)));
  }

  @Test
  void areEmptyWithoutAValue() {
    assertThat(Durations.of().isEmpty()).isTrue();
    assertThat(Durations.NONE.maxNanos()).isZero();
    assertThat(Durations.NONE.percentileNanos(99)).isZero();
    assertThat(Durations.NONE.meanNanos()).isNaN();
    assertThat(Durations.parse("")).isSameAs(Durations.NONE);
  }

  @Test
  void rejectAnEarlierReadingWithMore() {
    assertThatThrownBy(() -> Durations.of(5).minus(Durations.of(5, 5)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Durations.of(5).minus(Durations.of(4)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void rejectTextThatIsNoHistogram() {
    assertThatThrownBy(() -> Durations.parse("nonsense"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no HdrHistogram in base64");
  }
}
