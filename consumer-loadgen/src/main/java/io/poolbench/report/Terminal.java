package io.poolbench.report;

import io.poolbench.report.Table.Column;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

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
          "(?<good>\\b(?:PASS|(?<!NOT )SHOWN)\\b)"
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

  /**
   * Lays out a table for a terminal. In a table that is too wide the last column wraps, if it is
   * text; columns that still do not fit go below, with the columns that name a row repeated.
   */
  private static final class TerminalTable {
    private static final String GAP = "  ";

    private static final int MIN_TEXT = 20;

    private final Table table;
    private final List<List<String>> titles;
    private final List<Integer> widths;

    private TerminalTable(Table table, int columns) {
      this.table = table;
      boolean tooWide = width(table.widths()) > columns;
      List<Integer> content = new Table(untitled(table), table.rows()).widths();
      this.titles =
          IntStream.range(0, content.size())
              .mapToObj(
                  i ->
                      PlainText.wrapped(
                          table.titles().get(i), tooWide ? content.get(i) : columns, 0))
              .toList();
      this.widths = new ArrayList<>();
      for (int i = 0; i < content.size(); i++) {
        int title = PlainText.width(titles.get(i));
        widths.add(Math.max(title, content.get(i)));
      }
      breakLast(columns);
    }

    private static List<Column> untitled(Table table) {
      return table.columns().stream().map(c -> new Column("", c.rightAligned())).toList();
    }

    private void breakLast(int columns) {
      int last = widths.size() - 1;
      int excess = width(widths) - columns;
      if (excess > 0 && !table.columns().get(last).rightAligned()) {
        int min = Math.min(widths.get(last), MIN_TEXT);
        widths.set(last, Math.max(min, widths.get(last) - excess));
      }
    }

    /** The lines of a table; only words and figures that do not break exceed the columns. */
    static List<String> lines(Table table, int columns) {
      TerminalTable whole = new TerminalTable(table, columns);
      if (whole.width() <= columns || table.columns().size() <= table.keys() + 1) {
        return whole.lines();
      }
      List<String> lines = new ArrayList<>();
      for (List<Integer> part : parts(table, columns)) {
        if (!lines.isEmpty()) {
          lines.add("");
        }
        lines.addAll(new TerminalTable(selected(table, part), columns).lines());
      }
      return lines;
    }

    /** The columns of each part: those that name a row, and as many of the others as fit. */
    private static List<List<Integer>> parts(Table table, int columns) {
      List<Integer> keys = IntStream.range(0, table.keys()).boxed().toList();
      List<List<Integer>> parts = new ArrayList<>();
      List<Integer> part = new ArrayList<>(keys);
      for (int i = table.keys(); i < table.columns().size(); i++) {
        part.add(i);
        if (part.size() > table.keys() + 1
            && new TerminalTable(selected(table, part), columns).width() > columns) {
          parts.add(part.subList(0, part.size() - 1));
          part = new ArrayList<>(keys);
          part.add(i);
        }
      }
      parts.add(part);
      return parts;
    }

    /** Some of the columns, without rows that are blank beside their keys and name no others. */
    private static Table selected(Table table, List<Integer> some) {
      return new Table(
          some.stream().map(table.columns()::get).toList(),
          table.rows().stream()
              .map(row -> some.stream().map(row::get).toList())
              .filter(
                  row ->
                      (table.keys() > 1 && !row.get(0).isBlank())
                          || !row.stream().skip(table.keys()).allMatch(String::isBlank))
              .toList(),
          table.keys());
    }

    private int width() {
      return width(widths);
    }

    private static int width(List<Integer> widths) {
      return widths.stream().mapToInt(Integer::intValue).sum() + GAP.length() * (widths.size() - 1);
    }

    private List<String> lines() {
      List<String> lines = new ArrayList<>();
      lines.addAll(titleLines());
      lines.add(line(widths.stream().map("-"::repeat).toList()));
      table.rows().forEach(row -> lines.addAll(broken(row)));
      return lines;
    }

    /** The titles, aligned at their last lines. */
    private List<String> titleLines() {
      int height = titles.stream().mapToInt(List::size).max().orElse(0);
      return IntStream.range(0, height)
          .mapToObj(
              at ->
                  line(
                      titles.stream()
                          .map(
                              title ->
                                  at + title.size() < height
                                      ? ""
                                      : title.get(at + title.size() - height))
                          .toList()))
          .toList();
    }

    private List<String> broken(List<String> row) {
      int last = row.size() - 1;
      if (PlainText.width(row.get(last)) <= widths.get(last)) {
        return List.of(line(row));
      }
      List<String> texts = PlainText.wrapped(row.get(last), widths.get(last), 0);
      return IntStream.range(0, texts.size())
          .mapToObj(
              part -> {
                List<String> cells =
                    new ArrayList<>(part == 0 ? row : Collections.nCopies(row.size(), ""));
                cells.set(last, texts.get(part));
                return line(cells);
              })
          .toList();
    }

    private String line(List<String> cells) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < cells.size(); i++) {
        Column column = table.columns().get(i);
        line.append(i == 0 ? "" : GAP).append(column.pad(cells.get(i), widths.get(i)));
      }
      return line.toString();
    }
  }
}
