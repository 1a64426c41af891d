package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.report.Table.Column;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PagesTest {
  private static final Table TABLE =
      new Table(
          List.of(Column.text("cell"), Column.figure("TPS"), Column.text("why")),
          List.of(
              List.of("fixed 24", "1", "a|b"),
              List.of("缓存池", "12,345", "x\ny"),
              List.of("", "", "")));

  private final StringBuilder out = new StringBuilder();

  @Test
  void onATerminalColumnsAreAlignedByDisplayWidth() throws IOException {
    new TerminalPage(out, Sheet.PLAIN).table(TABLE);
    assertThat(out)
        .hasToString(
            """
            cell         TPS  why
            --------  ------  ---
            fixed 24       1  a|b
            缓存池    12,345  x y


            """);
  }

  @Test
  void inMarkdownATableIsAlignedAndItsBarsAreEscaped() throws IOException {
    new MarkdownPage(out).table(TABLE);
    assertThat(out)
        .hasToString(
            """
            | cell     |    TPS | why  |
            | :------- | -----: | :--- |
            | fixed 24 |      1 | a\\|b |
            | 缓存池   | 12,345 | x y  |
            |          |        |      |

            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      value = {
        "<script>alert(1)</script> => \\<script>alert(1)\\</script>",
        "TP99 < 10 ms => TP99 < 10 ms",
        "[link](http://x) => \\[link\\](http://x)",
        "*a* _b_ `c` ~d~ #e => \\*a\\* \\_b\\_ \\`c\\` \\~d\\~ \\#e",
        "a & b &lt; &#60; => a & b &amp;lt; &amp;\\#60;",
        "a_b_c __d__ => a_b_c \\_\\_d\\_\\_",
        "back\\slash => back\\\\slash",
      })
  void inMarkdownTextIsNoMarkup(String text, String escaped) throws IOException {
    new MarkdownPage(out).paragraph(text);
    assertThat(out.toString().strip()).isEqualTo(escaped);
  }

  @Test
  void aFenceIsLongerThanAnyInTheText() throws IOException {
    new MarkdownPage(out).verbatim(List.of("before", "````", "after"));
    assertThat(out).hasToString("`````text\nbefore\n````\nafter\n`````\n\n");
  }

  @Test
  void escapeCodesDirectionMarksAndLineBreaksAreHarmless() {
    assertThat(PlainText.line("a\u001b[31mb\tc\r\nd\u2028e\u202ef\u0000\u009bg\u0085h\ud800i"))
        .isEqualTo("a\ufffd[31mb c  d e\ufffdf\ufffd\ufffdg h\ufffdi");
    assertThat(PlainText.line("缓存 é 🚀 | ok")).isEqualTo("缓存 é 🚀 | ok");
  }
}
