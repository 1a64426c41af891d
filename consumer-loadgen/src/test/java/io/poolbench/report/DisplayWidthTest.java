package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DisplayWidthTest {
  @ParameterizedTest
  @CsvSource({
    "'', 0",
    "abc, 3",
    "缓存线程池, 10",
    "カナ, 4",
    "ｶﾅ, 2",
    "한글, 4",
    "ＡＢ, 4",
    "é, 1",
    "e\u0301, 1",
    "𠀀, 2",
    "🚀, 2",
    "µs, 2",
  })
  void wideCharactersTakeTwoColumnsAndJoinedMarksNone(String text, int width) {
    assertThat(DisplayWidth.of(text)).isEqualTo(width);
  }
}
