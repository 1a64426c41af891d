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

class WrappedTextTest {
  @Property
  void noWordIsLostBrokenOrMovedAndNoLineTooLong(
      @ForAll @Size(min = 1, max = 30)
          List<@StringLength(min = 1, max = 12) @CharRange(from = 'a', to = 'z') String> words,
      @ForAll @IntRange(min = 16, max = 60) int columns,
      @ForAll @IntRange(max = 4) int indent) {
    List<String> lines = WrappedText.lines(String.join(" ", words), columns, indent);

    assertThat(String.join(" ", lines).strip().split(" +")).containsExactlyElementsOf(words);
    assertThat(lines).allMatch(line -> line.length() <= columns);
    assertThat(lines.subList(1, lines.size()))
        .allMatch(line -> line.startsWith(" ".repeat(indent)));
  }

  @Example
  void aLineIsFilledAsFarAsItGoesByItsWidthOnTheScreen() {
    assertThat(WrappedText.lines("aa bb cc", 5, 2)).containsExactly("aa bb", "  cc");
    assertThat(WrappedText.lines("測試 測試", 8, 0)).containsExactly("測試", "測試");
    assertThat(WrappedText.lines("測試 測試", 9, 0)).containsExactly("測試 測試");
    // A word that is too long keeps a line of its own; an empty text has one too.
    assertThat(WrappedText.lines("a bbbbbbbb c", 4, 0)).containsExactly("a", "bbbbbbbb", "c");
    assertThat(WrappedText.lines("", 10, 2)).containsExactly("");
  }
}
