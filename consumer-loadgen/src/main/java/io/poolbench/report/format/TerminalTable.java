package io.poolbench.report.format;

import io.poolbench.report.format.Table.Column;
import io.poolbench.report.format.Table.Entry;
import io.poolbench.report.format.Terminal.Wrapping;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Lays out a table for a terminal. In a table that is too wide, titles wrap first, then columns of
 * text, the widest ones first and those that name a row last; columns that still do not fit go
 * below, with the columns that name a row repeated.
 */
final class TerminalTable {
  private static final String GAP = "  ";

  /** The least width to which a column of text is wrapped. */
  private static final int MIN_TEXT = 11;

  private final Table table;
  private final Terminal terminal;
  private final Wrapping wrapping;
  private final List<List<String>> titles;
  private final List<Integer> widths;

  TerminalTable(Table table, Terminal terminal, Wrapping wrapping) {
    this.table = table;
    this.terminal = terminal;
    this.wrapping = wrapping;
    List<Integer> content = new ArrayList<>();
    List<Integer> whole = new ArrayList<>();
    for (int i = 0; i < table.columns().size(); i++) {
      int column = i;
      content.add(
          table.rows().stream().mapToInt(row -> Text.width(text(row.get(column)))).max().orElse(0));
      whole.add(Math.max(content.get(i), Text.width(title(i))));
    }
    boolean tooWide = width(whole) > terminal.columns();
    this.titles =
        IntStream.range(0, content.size())
            .mapToObj(i -> tooWide ? broken(title(i), content.get(i)) : List.of(title(i)))
            .toList();
    this.widths = new ArrayList<>();
    for (int i = 0; i < content.size(); i++) {
      widths.add(
          Math.max(content.get(i), titles.get(i).stream().mapToInt(Text::width).max().orElse(0)));
    }
    narrow();
  }

  /** A title in lines of a width, but of whole words. */
  private static List<String> broken(String title, int width) {
    int longest = Arrays.stream(title.split(" ")).mapToInt(Text::width).max().orElse(1);
    return Text.wrapped(title, Math.max(longest, width), 0);
  }

  private void narrow() {
    int excess = width(widths) - terminal.columns();
    while (excess > 0 && (narrow(table.keys(), widths.size()) || narrow(0, table.keys()))) {
      excess--;
    }
  }

  /** Narrows the widest column of text of some by one; false if none may be narrower. */
  private boolean narrow(int from, int to) {
    OptionalInt widest =
        IntStream.range(from, to)
            .filter(i -> !table.columns().get(i).rightAligned() && widths.get(i) > MIN_TEXT)
            .reduce((one, other) -> widths.get(other) > widths.get(one) ? other : one);
    widest.ifPresent(i -> widths.set(i, widths.get(i) - 1));
    return widest.isPresent();
  }

  /** The lines of the table. */
  List<String> lines() {
    if (width(widths) <= terminal.columns() || table.columns().size() <= table.keys() + 1) {
      return whole();
    }
    List<String> lines = new ArrayList<>();
    for (List<Integer> part : parts()) {
      if (!lines.isEmpty()) {
        lines.add("");
      }
      lines.addAll(new TerminalTable(selected(part), terminal, wrapping).whole());
    }
    return lines;
  }

  /** The columns of each part: those that name a row, and as many of the others as fit. */
  private List<List<Integer>> parts() {
    List<Integer> keys = IntStream.range(0, table.keys()).boxed().toList();
    List<List<Integer>> parts = new ArrayList<>();
    List<Integer> part = new ArrayList<>(keys);
    for (int i = table.keys(); i < table.columns().size(); i++) {
      part.add(i);
      if (part.size() > table.keys() + 1
          && width(new TerminalTable(selected(part), terminal, wrapping).widths)
              > terminal.columns()) {
        parts.add(List.copyOf(part.subList(0, part.size() - 1)));
        part = new ArrayList<>(keys);
        part.add(i);
      }
    }
    parts.add(part);
    return parts;
  }

  /** Some of the columns, without rows that are blank beside their keys and name no others. */
  private Table selected(List<Integer> some) {
    return new Table(
        some.stream().map(table.columns()::get).toList(),
        table.rows().stream()
            .map(row -> some.stream().map(row::get).toList())
            .filter(
                row ->
                    (table.keys() > 1 && !row.get(0).text().isBlank())
                        || !row.stream().skip(table.keys()).allMatch(each -> each.text().isBlank()))
            .toList(),
        table.keys());
  }

  private String title(int column) {
    return Text.line(table.columns().get(column).title());
  }

  private String text(Entry entry) {
    return terminal.prefix(entry.tone()) + Text.line(entry.text());
  }

  private static int width(List<Integer> widths) {
    return widths.stream().mapToInt(Integer::intValue).sum() + GAP.length() * (widths.size() - 1);
  }

  private List<String> whole() {
    List<String> lines = new ArrayList<>();
    int height = titles.stream().mapToInt(List::size).max().orElse(0);
    for (int at = 0; at < height; at++) {
      List<String> parts = new ArrayList<>();
      for (int i = 0; i < titles.size(); i++) {
        // Aligned at their last lines.
        int own = at - height + titles.get(i).size();
        parts.add(padded(i, own < 0 ? "" : titles.get(i).get(own), Tone.PLAIN));
      }
      lines.add(String.join(GAP, parts).stripTrailing());
    }
    lines.add(String.join(GAP, widths.stream().map("-"::repeat).toList()));
    table.rows().forEach(row -> lines.addAll(row(row)));
    return lines;
  }

  private List<String> row(List<Entry> row) {
    List<List<String>> texts = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      String text = text(row.get(i));
      texts.add(
          Text.width(text) <= widths.get(i)
              ? List.of(text)
              : wrapping.lines(text, widths.get(i), 0));
    }
    int height = texts.stream().mapToInt(List::size).max().orElse(1);
    List<String> lines = new ArrayList<>();
    for (int at = 0; at < height; at++) {
      List<String> parts = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        String text = at < texts.get(i).size() ? texts.get(i).get(at) : "";
        parts.add(padded(i, text, row.get(i).tone()));
      }
      lines.add(String.join(GAP, parts).stripTrailing());
    }
    return lines;
  }

  /** Pads around the codes of colours, which take no columns. */
  private String padded(int column, String text, Tone tone) {
    Column of = table.columns().get(column);
    String fill = " ".repeat(Math.max(0, widths.get(column) - Text.width(text)));
    String styled = terminal.styled(tone, text);
    return of.rightAligned() ? fill + styled : styled + fill;
  }
}
