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
    "✅, 2",
    "⌛, 2",
    "🇩🇪, 2",
    "…█▁, 3",
  })
  void wideCharactersTakeTwoColumnsAndJoinedMarksNone(String text, int width) {
    assertThat(DisplayWidth.of(text)).isEqualTo(width);
  }

  @ParameterizedTest
  @CsvSource({
    "fixed 24, 8, fixed 24",
    "fixed 24, 7, fixed …",
    "缓存线程池, 10, 缓存线程池",
    "缓存线程池, 9, 缓存线程…",
    "缓存线程池, 8, 缓存线…",
    "缓存线程池, 1, …",
    "缓存线程池, 0, ''",
    "e\u0301e\u0301e\u0301, 2, e\u0301…",
  })
  void aTextIsCutBetweenCharactersSoThatItIsNoWider(String text, int columns, String cut) {
    assertThat(DisplayWidth.cut(text, columns)).isEqualTo(cut);
    assertThat(DisplayWidth.of(cut)).isLessThanOrEqualTo(columns);
  }
}
