package io.poolbench.report.format;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Renders reports for a terminal of fixed-width characters, or for a file that looks like one.
 *
 * @param columns that no line exceeds; at least 40
 * @param coloured whether tones have colours
 * @param charset of the terminal: signs that it lacks are written in ASCII
 */
public record Terminal(int columns, boolean coloured, Charset charset) {
  /** A narrower terminal breaks lines itself. */
  private static final int MIN_COLUMNS = 40;

  /** Longer lines of text are hard to read. */
  private static final int MAX_TEXT = 120;

  /** Rows of a table, and paragraphs of the answer, that a short front keeps. */
  private static final int MIN_ROWS = 2;

  private static final int MIN_SUPPORT = 3;

  private static final Block MORE =
      new Block.Paragraph(Tone.FAINT, "More is in summary.md.", false);

  public Terminal {
    columns = Math.max(MIN_COLUMNS, columns);
    Objects.requireNonNull(charset, "charset");
  }

  /** The whole report. */
  public String text(Report report) {
    List<String> lines = new ArrayList<>(head(report));
    lines.addAll(lines(report.blocks()));
    return String.join("\n", lines) + "\n";
  }

  /** Blocks without a title. */
  public String text(List<Block> blocks) {
    return String.join("\n", lines(blocks)) + "\n";
  }

  /**
   * The answer with what it rests on, without the origin.
   *
   * @param max the most lines, unless the answer itself has more; the rest is cut
   */
  public String front(Report report, int max) {
    List<String> head = wrapped(report.title(), 0).stream().map(this::bold).toList();
    List<Block> blocks = new ArrayList<>(report.front());
    List<String> lines = dense(blocks);
    while (head.size() + lines.size() > max && cut(blocks)) {
      lines = dense(blocks);
    }
    return String.join("\n", head) + "\n" + String.join("\n", lines) + "\n";
  }

  /** Lines with a blank one above each table only. */
  private List<String> dense(List<Block> blocks) {
    List<String> lines = new ArrayList<>();
    for (Block block : blocks) {
      if (block instanceof Table) {
        lines.add("");
      }
      lines(List.of(block)).stream().filter(line -> !line.isEmpty()).forEach(lines::add);
    }
    return lines;
  }

  /**
   * Cuts what tells least: rows of the longest table beyond two, then paragraphs behind the tables
   * but what failed, then those before the tables but the first three. False if nothing else is
   * left.
   */
  private static boolean cut(List<Block> blocks) {
    List<Integer> tables =
        IntStream.range(0, blocks.size())
            .filter(at -> blocks.get(at) instanceof Table)
            .boxed()
            .toList();
    if (tables.isEmpty()) {
      return false;
    }
    int longest =
        Collections.max(tables, Comparator.comparing(at -> ((Table) blocks.get(at)).rows().size()));
    Table table = (Table) blocks.get(longest);
    int last = tables.get(tables.size() - 1);
    if (table.rows().size() > MIN_ROWS) {
      blocks.set(longest, table.firstRows(table.rows().size() - 1));
    } else if (!removeParagraph(blocks, last + 1, blocks.size(), keptBehind(blocks, last))
        && !removeParagraph(blocks, 0, tables.get(0), MIN_SUPPORT)) {
      return false;
    }
    if (blocks.stream().noneMatch(MORE::equals)) {
      blocks.add(blocks.size(), MORE);
    }
    return true;
  }

  /** What failed stands first behind the tables, and stays. */
  private static int keptBehind(List<Block> blocks, int table) {
    return table + 1 < blocks.size()
            && blocks.get(table + 1) instanceof Block.Paragraph first
            && first.tone() != Tone.FAINT
        ? 1
        : 0;
  }

  /** Removes the last paragraph of a part, unless it has only so many. */
  private static boolean removeParagraph(List<Block> blocks, int from, int to, int kept) {
    List<Integer> paragraphs =
        IntStream.range(from, to)
            .filter(at -> blocks.get(at) instanceof Block.Paragraph && !MORE.equals(blocks.get(at)))
            .boxed()
            .toList();
    if (paragraphs.size() <= kept) {
      return false;
    }
    blocks.remove((int) paragraphs.get(paragraphs.size() - 1));
    return true;
  }

  private List<String> head(Report report) {
    List<String> lines = new ArrayList<>();
    wrapped(report.title(), 0).forEach(line -> lines.add(bold(line)));
    if (!report.origin().isEmpty()) {
      wrapped(report.origin(), 0).forEach(line -> lines.add(styled(Tone.FAINT, line)));
    }
    lines.add("");
    return lines;
  }

  private List<String> lines(List<Block> blocks) {
    List<String> lines = new ArrayList<>();
    blocks.forEach(block -> write(block, lines));
    return lines;
  }

  private void write(Block block, List<String> lines) {
    int before = lines.size();
    boolean joined = false;
    if (block instanceof Block.Headline headline) {
      wrapped(prefix(headline.tone()) + headline.text(), 0)
          .forEach(line -> lines.add(bold(styled(headline.tone(), line))));
      joined = true;
    } else if (block instanceof Block.Heading heading) {
      wrapped(heading.text(), 0).forEach(line -> lines.add(bold(line)));
      joined = true;
    } else if (block instanceof Block.Paragraph paragraph) {
      wrapped(prefix(paragraph.tone()) + paragraph.text(), 0)
          .forEach(line -> lines.add(styled(paragraph.tone(), line)));
      joined = paragraph.joined();
    } else if (block instanceof Block.Verbatim verbatim) {
      verbatim.lines().forEach(text -> lines.addAll(verbatim(text)));
    } else if (block instanceof Block.Notes notes) {
      for (int i = 0; i < notes.texts().size(); i++) {
        String number = "(" + (i + 1) + ") ";
        lines.addAll(wrapped(number + notes.texts().get(i), number.length()));
      }
    } else if (block instanceof Table table) {
      lines.addAll(new TerminalTable(table, this).lines());
    } else if (block instanceof Block.Folded folded && folded.hasText()) {
      lines.add(bold(Text.line(folded.summary())));
      lines.add("-".repeat(Math.min(columns, Text.width(Text.line(folded.summary())))));
      lines.addAll(lines(folded.blocks()));
    }
    if (!joined && lines.size() > before && !lines.get(lines.size() - 1).isEmpty()) {
      lines.add("");
    }
  }

  /** Lines to copy keep their words together; a terminal that is too narrow breaks them. */
  private List<String> verbatim(String text) {
    return Text.wrapped("  " + Text.line(text), columns, 4);
  }

  private List<String> wrapped(String text, int indent) {
    return Text.wrapped(Text.line(text), Math.min(columns, MAX_TEXT), indent);
  }

  String prefix(Tone tone) {
    return tone.prefix(charset.newEncoder());
  }

  /** A text without escape codes in the colour of a tone. */
  public String styled(Tone tone, String plain) {
    String code = code(tone);
    return !coloured || code.isEmpty() || plain.isEmpty() ? plain : code + plain + RESET;
  }

  private String bold(String plain) {
    return !coloured || plain.isEmpty() ? plain : BOLD + plain + RESET;
  }

  // SGR codes of ECMA-48
  private static final String BOLD = "\u001b[1m";
  private static final String RESET = "\u001b[0m";

  private static String code(Tone tone) {
    return switch (tone) {
      case PLAIN -> "";
      case GOOD -> "\u001b[32m";
      case BAD -> "\u001b[31m";
      case OPEN, VOID -> "\u001b[33m";
      case FAINT -> "\u001b[2m";
    };
  }
}
