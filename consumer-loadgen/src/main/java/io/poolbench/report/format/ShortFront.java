package io.poolbench.report.format;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The title and the front of a report in a limited number of lines. What tells least is cut first:
 * rows of long tables, paragraphs, the ends of texts, then rows of short tables. The first two
 * sentences stay longest.
 */
final class ShortFront {
  /** Rows of a table that stay while there is anything else to cut but the answer, or always. */
  private static final int SHORT_ROWS = 4;

  private static final int MIN_ROWS = 2;

  /** Paragraphs of the answer that stay while texts can be shortened. */
  private static final int MIN_SUPPORT = 3;

  /** The places of the first two sentences, behind the title: the first one stays longest. */
  private static final List<Integer> ANSWER = List.of(2, 1);

  /** Lines of a text. */
  private static final int MAX_LINES = 5;

  private static final String MORE = "More is in summary.md.";

  private final Terminal terminal;
  private final int max;
  private final List<Part> parts = new ArrayList<>();
  private boolean isCut;

  /**
   * A block.
   *
   * @param maxLines of each of its texts
   */
  private record Part(Block block, int maxLines) {
    List<String> lines(Terminal terminal) {
      List<String> lines = new ArrayList<>();
      if (block instanceof Table) {
        lines.add("");
      }
      terminal
          .lines(block, (text, columns, indent) -> Text.shortened(text, columns, indent, maxLines))
          .stream()
          .filter(line -> !line.isEmpty())
          .forEach(lines::add);
      return lines;
    }
  }

  ShortFront(Report report, Terminal terminal, int max) {
    this.terminal = terminal;
    this.max = max;
    parts.add(new Part(new Block.Heading(1, report.title()), MAX_LINES));
    report.front().forEach(block -> parts.add(new Part(block, MAX_LINES)));
  }

  List<String> lines() {
    List<String> lines = rendered();
    while (lines.size() > max
        && (cut(SHORT_ROWS, MIN_SUPPORT)
            || shorten(rest())
            || cut(SHORT_ROWS, 1)
            || cut(MIN_ROWS, 1)
            || shorten(ANSWER)
            || cut(MIN_ROWS, 0))) {
      isCut = true;
      lines = rendered();
    }
    return lines;
  }

  /** Lines with a blank one above each table only. */
  private List<String> rendered() {
    List<String> lines = new ArrayList<>();
    parts.forEach(part -> lines.addAll(part.lines(terminal)));
    if (isCut) {
      lines.add(terminal.styled(Tone.FAINT, MORE));
    }
    return lines;
  }

  /**
   * Cuts a row of the longest table, or a paragraph: one behind the tables but what failed, or else
   * one before them. False if nothing else is left.
   *
   * @param minRows the rows of a table that stay
   * @param minSupport the paragraphs that stay before the tables
   */
  private boolean cut(int minRows, int minSupport) {
    List<Integer> tables =
        IntStream.range(0, parts.size())
            .filter(at -> parts.get(at).block() instanceof Table)
            .boxed()
            .toList();
    if (tables.isEmpty()) {
      return removeParagraph(0, parts.size(), minSupport);
    }
    int longest =
        Collections.max(
            tables, Comparator.comparing(at -> ((Table) parts.get(at).block()).rows().size()));
    Table table = (Table) parts.get(longest).block();
    if (table.rows().size() > minRows) {
      parts.set(longest, new Part(table.firstRows(table.rows().size() - 1), MAX_LINES));
      return true;
    }
    int behind = tables.get(tables.size() - 1) + 1;
    return removeParagraph(behind, parts.size(), keptBehind(behind))
        || removeParagraph(0, tables.get(0), minSupport);
  }

  /** What failed stands first behind the tables, and stays. */
  private int keptBehind(int behind) {
    return behind < parts.size()
            && parts.get(behind).block() instanceof Block.Paragraph first
            && first.tone() != Tone.FAINT
        ? 1
        : 0;
  }

  /** Removes the last paragraph of a stretch, unless it has only so many. */
  private boolean removeParagraph(int from, int to, int kept) {
    List<Integer> paragraphs =
        IntStream.range(from, to)
            .filter(at -> parts.get(at).block() instanceof Block.Paragraph)
            .boxed()
            .toList();
    if (paragraphs.size() <= kept) {
      return false;
    }
    parts.remove((int) paragraphs.get(paragraphs.size() - 1));
    return true;
  }

  /** The places of all other texts, with the last first and the title last. */
  private List<Integer> rest() {
    List<Integer> places = new ArrayList<>(IntStream.range(0, parts.size()).boxed().toList());
    places.removeAll(ANSWER);
    Collections.reverse(places);
    return places;
  }

  /** Takes a line from the first of these texts that may have several; false if none may. */
  private boolean shorten(List<Integer> places) {
    for (int at : places) {
      if (at < parts.size() && parts.get(at).maxLines() > 1) {
        parts.set(at, new Part(parts.get(at).block(), parts.get(at).maxLines() - 1));
        return true;
      }
    }
    return false;
  }
}
