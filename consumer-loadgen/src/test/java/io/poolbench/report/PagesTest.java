package io.poolbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.report.Table.Column;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PagesTest {
  private static final Table TABLE =
      new Table(
          List.of(new Column("cell", false), new Column("TPS", true), new Column("why", false)),
          List.of(
              List.of("fixed 24", "1", "a|b"),
              List.of("缓存池", "12,345", "x\ny"),
              List.of("", "", "")));

  private final Page page = new Page();

  @Test
  void onATerminalColumnsAreAlignedByDisplayWidth() {
    page.table(TABLE);
    assertThat(Terminal.PLAIN.text(page))
        .isEqualTo(
            """
            cell         TPS  why
            --------  ------  ---
            fixed 24       1  a|b
            缓存池    12,345  x y


            """);
  }

  @Test
  void inMarkdownATableIsAlignedAndItsBarsAreEscaped() {
    page.table(TABLE);
    assertThat(Markdown.text(page))
        .isEqualTo(
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
  void inMarkdownTextIsNoMarkup(String text, String escaped) {
    page.paragraph(text);
    assertThat(Markdown.text(page).strip()).isEqualTo(escaped);
  }

  @Test
  void aFenceIsLongerThanAnyInTheText() {
    page.verbatim(List.of("before", "````", "after"));
    assertThat(Markdown.text(page)).isEqualTo("`````text\nbefore\n````\nafter\n`````\n\n");
  }

  @Test
  void escapeCodesDirectionMarksAndLineBreaksAreHarmless() {
    assertThat(PlainText.line("a\u001b[31mb\tc\r\nd\u2028e\u202ef\u0000\u009bg\u0085h\ud800i"))
        .isEqualTo("a\ufffd[31mb c  d e\ufffdf\ufffd\ufffdg h\ufffdi");
    assertThat(PlainText.line("缓存 é 🚀 | ok")).isEqualTo("缓存 é 🚀 | ok");
  }
}
