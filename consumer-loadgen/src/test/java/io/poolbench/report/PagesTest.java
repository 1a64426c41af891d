package io.poolbench.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.joran.spi.JoranException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PagesTest {
  private final Page page = new Page();

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
        "- item => \\- item",
        "> quoted => \\> quoted",
        "=== => \\===",
        "--- => \\---",
        "1. item => 1\\. item",
        "12) item => 12\\) item",
        "-3.2 % and 1.5 ms => -3.2 % and 1.5 ms",
      })
  void inMarkdownTextIsNoMarkup(String text, String escaped) {
    page.paragraph(text);
    assertThat(Markdown.text(page)).isEqualTo(escaped + "\n\n");
  }

  @Test
  void noLineOfALogEndsItsBlockInMarkdown() {
    page.verbatim(List.of("before", "```", "after"));
    assertThat(Markdown.text(page)).isEqualTo("    before\n    ```\n    after\n\n");
  }

  @Test
  void inJsonUnseenCharactersAreEscapesOfTheSameText() throws IOException {
    String text = "a\u009b31m\u0007\u202e\uDB40\uDC41文\n";
    String json = new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(text);

    String plain = PlainText.json(json);

    assertThat(plain).isEqualTo("\"a\\u009b31m\\u0007\\u202e\\udb40\\udc41文\\n\"");
    assertThat(new ObjectMapper().readValue(plain, String.class)).isEqualTo(text);
  }

  @Test
  void whatLibrariesLogHasNoEscapeCodes() throws JoranException {
    LoggerContext context = new LoggerContext();
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(PlainText.class.getResource("/logback.xml"));
    ch.qos.logback.classic.Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    LoggingEvent event =
        new LoggingEvent(
            "",
            root,
            Level.ERROR,
            "thread \u001b]0;x\u0007 ended\u009b31m",
            new IllegalStateException("of\u001b[31m a provider"),
            null);

    byte[] line =
        ((OutputStreamAppender<ILoggingEvent>) root.getAppender("STDERR"))
            .getEncoder()
            .encode(event);

    assertThat(new String(line, UTF_8))
        .contains("thread ?]0;x? ended?31m\n", "IllegalStateException: of?[31m a provider\n\tat ")
        .containsOnlyOnce("a provider");
  }

  @Test
  void escapeCodesDirectionMarksAndLineBreaksAreHarmless() {
    assertThat(PlainText.line("a\u001b[31mb\tc\r\nd\u2028e\u202ef\u0000\u009bg\u0085h\ud800i"))
        .isEqualTo("a\ufffd[31mb c  d e\ufffdf\ufffd\ufffdg h\ufffdi");
    assertThat(PlainText.line("缓存 é 🚀 | ok")).isEqualTo("缓存 é 🚀 | ok");
  }

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

  @Example
  void noLineBreaksWithinNotShown() {
    assertThat(PlainText.wrapped("a NOT SHOWN b", 6, 0)).containsExactly("a", "NOT SHOWN", "b");
    assertThat(PlainText.wrapped("of a: SHOWN NOT b", 6, 0))
        .containsExactly("of a:", "SHOWN", "NOT b");
  }

  @ParameterizedTest
  @CsvSource({
    "'', 0",
    "abc, 3",
    "缓存线程池, 10",
    "ｶﾅ, 2",
    "é, 1",
    "e\u0301, 1",
    "𠀀, 2",
    "🚀, 2",
    "µs, 2",
    "🇩🇪, 2",
    "…█▁, 3",
  })
  void wideCharactersTakeTwoColumnsAndJoinedMarksNone(String text, int width) {
    assertThat(PlainText.width(text)).isEqualTo(width);
  }
}
