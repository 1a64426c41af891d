package io.poolbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistogramTextTest {
  @Test
  void aDecodedHistogramEqualsTheEncodedOne() {
    Histogram histogram = new Histogram(3);
    for (long value = 1; value < 1L << 40; value *= 3) {
      histogram.recordValueWithCount(value, value % 7 + 1);
    }
    for (Histogram each : List.of(histogram, new Histogram(3))) {
      assertThat(HistogramText.decode(HistogramText.encode(each))).isEqualTo(each);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "?", "AAAA", "bm8gaGlzdG9ncmFt"})
  void anyOtherTextIsRefused(String text) {
    assertThatThrownBy(() -> HistogramText.decode(text))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
