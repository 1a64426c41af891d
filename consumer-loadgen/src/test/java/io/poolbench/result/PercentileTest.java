package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentileTest {
  @ParameterizedTest
  @CsvSource({"TP50, 50, 20", "TP90, 90, 100", "TP99, 99, 1000", "TP999, 99.9, 10000"})
  void rulePercentilesNeedTenCallsBeyondThem(Percentile percentile, double percent, long needed) {
    assertThat(percentile.percent()).isCloseTo(percent, within(1e-9));
    assertThat(percentile.callsNeeded()).isEqualTo(needed);

    Histogram nanos = new Histogram(3);
    nanos.recordValueWithCount(2_000_000, needed - 1);
    assertThat(percentile.millis(nanos)).isNull();
    nanos.recordValue(2_000_000);
    assertThat(percentile.millis(nanos)).isCloseTo(2, within(0.01));
  }
}
