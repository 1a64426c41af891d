package io.poolbench.report.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextTest {
  private static final String HOSTILE =
      "a\u001b[31mb\u0007c\rd\u202ee\u200bf\u009bg\u2066h\ufeffi\u3164j\udb40\udc41k";

  @Test
  void whatATerminalWouldObeyIsWrittenAsAnEscape() {
    assertThat(Text.line(HOSTILE))
        .isEqualTo(
            "a\\u001b[31mb\\u0007c d\\u202ee\\u200bf\\u009bg\\u2066h\\ufeffi\\u3164j\\u{e0041}k");
  }

  @Test
  void wordsOfOtherLanguagesStayAsTheyAre() {
    assertThat(Text.line("Größe 线程 поток ✓ 🎯")).isEqualTo("Größe 线程 поток ✓ 🎯");
  }

  @Test
  void aTextInJsonHasTheSameCharactersAsEscapesOfJson() {
    assertThat(Text.json("{\"name\":\"x\u202ey\"}\n")).isEqualTo("{\"name\":\"x\\u202ey\"}\n");
  }

  @Test
  void linesBreakAtSpacesAndOnlyAWordThatIsTooWideIsBroken() {
    assertThat(Text.wrapped("found in the journal", 11, 2))
        .containsExactly("found in", "  the", "  journal");
    assertThat(Text.wrapped("see abcdefghijkl now", 8, 0))
        .containsExactly("see", "abcdefgh", "ijkl now");
    assertThat(Text.wrapped("in OrderServiceImpl.findOrder, by a", 20, 0))
        .containsExactly("in", "OrderServiceImpl.", "findOrder, by a");
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 60, 80, 120})
  void noLineOfAReportIsWiderThanTheTerminal(int columns) {
    Terminal terminal = new Terminal(columns, false, StandardCharsets.UTF_8);
    String word = "x".repeat(150);
    Table table =
        Table.of(
            List.of(word, "a few words that do not fit beside all of the others"),
            Table.text("pool", (String name) -> name),
            Table.figure("a long title of figures", name -> "1,234,567"),
            Table.figure("b", name -> "1,234,567"),
            Table.figure("c", name -> "1,234,567"),
            Table.text("limited by", (String name) -> name).toned(name -> Tone.BAD));
    Page page = new Page();
    page.paragraph("A sentence with a word: " + word + " and some more words after it.");
    page.table(table);
    page.notes(List.of(word));
    page.verbatim(List.of(word));
    assertThat(terminal.text(page.blocks()).lines())
        .allSatisfy(line -> assertThat(Text.width(line)).isLessThanOrEqualTo(columns));
  }

  @Test
  void colourComesWithASignAndOnlyOnATerminal() {
    Page page = new Page();
    page.paragraph(Tone.BAD, "fails");
    assertThat(terminal(false).text(page.blocks())).isEqualTo("✗ fails\n\n");
    assertThat(terminal(true).text(page.blocks())).isEqualTo("\u001b[31m✗ fails\u001b[0m\n\n");
    assertThat(new Terminal(80, false, StandardCharsets.US_ASCII).text(page.blocks()))
        .isEqualTo("x fails\n\n");
  }

  /** The answer, the change and two pools stay; what tells least goes first. */
  @Test
  void aFrontIsCutToTheScreen() {
    Page page = new Page();
    page.add(new Block.Headline(Tone.GOOD, "Replace a by b."));
    page.sentences(
        List.of(
            "Other methods: c.", "Limit: its threads.", "b refuses beyond 9.", "Against a: b."));
    page.verbatim(List.of("threads: 8"));
    page.table(
        Table.of(
            List.of("b", "c", "a", "d"),
            Table.text("pool", (String name) -> name),
            Table.figure("users", name -> "8")));
    page.paragraph("Errors: 3 refused.");
    page.paragraph(Tone.FAINT, "95 % intervals.");
    page.paragraph("Others used the CPU.");
    Report report = new Report("Which pool?", "", page.blocks(), List.of());

    assertThat(terminal(false).front(report, 13))
        .isEqualTo(
            """
            Which pool?
            ✓ Replace a by b.
            Other methods: c.
              threads: 8

            pool  users
            ----  -----
            b         8
            c         8
            a         8
            d         8
            Errors: 3 refused.
            More is in summary.md.
            """);
    assertThat(terminal(false).front(report, 99))
        .contains("Against a", "Others used", "d         8");
  }

  @ParameterizedTest
  @CsvSource({
    "14, HikariPool-1",
    "16, HikariPool-1 ...",
    "28, 'HikariPool-1 (HikariCP), ...'",
    "40, 'HikariPool-1 (HikariCP), 6 connections'",
  })
  void aTextIsCutBetweenWords(int columns, String first) {
    assertThat(Text.shortened("HikariPool-1 (HikariCP), 6 connections", columns, 0, 1))
        .containsExactly(first);
  }

  private static Terminal terminal(boolean coloured) {
    return new Terminal(80, coloured, StandardCharsets.UTF_8);
  }

  /** Whatever is printed, and in whatever format: only the renderer's own codes come through. */
  @Test
  void noHostileTextPassesARenderer() {
    Page page = new Page();
    page.add(new Block.Headline(Tone.GOOD, HOSTILE));
    page.heading(3, HOSTILE);
    page.paragraph(HOSTILE);
    page.verbatim(List.of(HOSTILE));
    page.notes(List.of(HOSTILE));
    page.table(
        Table.of(List.of(HOSTILE), Table.text(HOSTILE, (String x) -> x), Table.text("b", x -> x)));
    page.add(
        new Block.Intervals(
            HOSTILE, List.of(new Block.Intervals.Bar(HOSTILE, Tone.GOOD, 1, 3, 2, 4, HOSTILE))));
    page.chart(
        new Chart(
            HOSTILE,
            HOSTILE,
            new Chart.Axis(HOSTILE),
            new Chart.Axis(HOSTILE),
            List.of(new Chart.Series(HOSTILE, 0, List.of(1.0, 2.0), List.of(1.0, 2.0))),
            List.of(),
            List.of()));
    page.folded(HOSTILE, inner -> inner.paragraph(HOSTILE));
    Report report = new Report(HOSTILE, HOSTILE, page.blocks(), page.blocks());
    assertIsHarmless(terminal(false).text(report));
    assertIsHarmless(terminal(false).front(report, 20));
    assertIsHarmless(Markdown.text(report));
    String html = HtmlPage.text(report);
    assertIsHarmless(html.substring(0, html.indexOf("<script>")));
  }

  private static void assertIsHarmless(String text) {
    assertThat(text).contains("u001b");
    assertThat(text.codePoints().filter(TextTest::isHarmful).mapToObj(Integer::toHexString))
        .isEmpty();
  }

  private static boolean isHarmful(int codePoint) {
    return (codePoint != '\n' && Character.isISOControl(codePoint))
        || Character.getType(codePoint) == Character.FORMAT
        || codePoint == 0x3164;
  }
}
