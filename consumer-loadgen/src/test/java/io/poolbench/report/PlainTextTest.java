package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainTextTest {
  @Property
  void noWordIsLostBrokenOrMovedAndNoLineTooLong(
      @ForAll @Size(min = 1, max = 30)
          List<@StringLength(min = 1, max = 12) @CharRange(from = 'a', to = 'z') String> words,
      @ForAll @IntRange(min = 16, max = 60) int columns,
      @ForAll @IntRange(max = 4) int indent) {
    List<String> lines = PlainText.wrapped(String.join(" ", words), columns, indent);

    assertThat(String.join(" ", lines).strip().split(" +")).containsExactlyElementsOf(words);
    assertThat(lines).allMatch(line -> line.length() <= columns);
    assertThat(lines.subList(1, lines.size()))
        .allMatch(line -> line.startsWith(" ".repeat(indent)));
  }

  @Example
  void aLineIsFilledAsFarAsItGoesByItsWidthOnTheScreen() {
    assertThat(PlainText.wrapped("aa bb cc", 5, 2)).containsExactly("aa bb", "  cc");
    assertThat(PlainText.wrapped("測試 測試", 8, 0)).containsExactly("測試", "測試");
    assertThat(PlainText.wrapped("測試 測試", 9, 0)).containsExactly("測試 測試");
    // A word that is too long keeps a line of its own; an empty text has one too.
    assertThat(PlainText.wrapped("a bbbbbbbb c", 4, 0)).containsExactly("a", "bbbbbbbb", "c");
    assertThat(PlainText.wrapped("", 10, 2)).containsExactly("");
  }

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
    assertThat(PlainText.width(text)).isEqualTo(width);
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
    assertThat(PlainText.cut(text, columns)).isEqualTo(cut);
    assertThat(PlainText.width(cut)).isLessThanOrEqualTo(columns);
  }
}
