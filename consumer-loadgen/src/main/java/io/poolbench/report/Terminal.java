package io.poolbench.report;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Renders pages for a terminal of fixed-width characters.
 *
 * @param columns at which tables and sentences break; at least 40
 * @param coloured whether verdicts are coloured
 */
public record Terminal(int columns, boolean coloured) {
  /** The default for a file, a log, or a terminal without colours. */
  public static final Terminal PLAIN = new Terminal(120, false);

  /** A narrower terminal breaks lines itself. */
  private static final int MIN_COLUMNS = 40;

  // SGR codes of ECMA-48
  private static final String RED = "\u001b[31m";
  private static final String GREEN = "\u001b[32m";
  private static final String YELLOW = "\u001b[33m";
  private static final String DEFAULT_COLOUR = "\u001b[39m";

  /** Verdicts, and values that a table marks with ! or ?. */
  private static final Pattern VERDICT =
      Pattern.compile(
          "(?<good>\\b(?:PASS|CONFIRMED|(?<!NOT )SHOWN)\\b)"
              + "|(?<bad>\\b(?:FAIL|REFUTED)\\b|[0-9.,%]+ !(?=\\s|$))"
              + "|\\b(?:INVALID|NOT SHOWN|NOT|UNDECIDED|INTERRUPTED)\\b|[-0-9.,%]+ \\?(?=\\s|$)");

  public Terminal {
    columns = Math.max(MIN_COLUMNS, columns);
  }

  /** Colours the verdicts of a text without escape codes; its width stays the same. */
  public static String paint(String plain) {
    Matcher words = VERDICT.matcher(plain);
    StringBuilder painted = new StringBuilder();
    while (words.find()) {
      String code = words.group("good") != null ? GREEN : words.group("bad") != null ? RED : YELLOW;
      words.appendReplacement(
          painted, Matcher.quoteReplacement(code + words.group() + DEFAULT_COLOUR));
    }
    return words.appendTail(painted).toString();
  }

  public String text(Page page) {
    StringBuilder out = new StringBuilder();
    page.blocks().forEach(block -> write(block, out));
    return out.toString();
  }

  private void write(Block block, StringBuilder out) {
    if (block instanceof Block.Heading heading) {
      List<String> lines = wrapped(heading.text(), 0);
      lines.forEach(line -> line(line, out));
      if (heading.level() <= 2) {
        line((heading.level() == 1 ? "=" : "-").repeat(PlainText.width(lines)), out);
      }
      return;
    }
    boolean joined = false;
    if (block instanceof Block.Paragraph paragraph) {
      wrapped(paragraph.text(), 0).forEach(line -> line(line, out));
      joined = paragraph.joined();
    } else if (block instanceof Block.Verbatim verbatim) {
      verbatim.lines().forEach(text -> line("  | " + PlainText.line(text), out));
    } else if (block instanceof Block.Notes notes) {
      for (int i = 0; i < notes.texts().size(); i++) {
        String number = "(" + (i + 1) + ") ";
        wrapped(number + notes.texts().get(i), number.length()).forEach(line -> line(line, out));
      }
    } else if (block instanceof Table table) {
      TerminalTable.lines(table.with(PlainText::line), columns).forEach(line -> line(line, out));
    }
    if (!joined) {
      line("", out);
    }
  }

  /** Wraps a sentence no later than at the default width, because longer lines are hard to read. */
  private List<String> wrapped(String text, int indent) {
    return PlainText.wrapped(PlainText.line(text), Math.min(columns, PLAIN.columns), indent);
  }

  private void line(String text, StringBuilder out) {
    String stripped = text.stripTrailing();
    out.append(coloured ? paint(stripped) : stripped).append('\n');
  }
}
