package io.poolbench.report.format;

import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

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

  /** Makes lines of a text. */
  interface Wrapping {
    List<String> lines(String text, int columns, int indent);
  }

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
   * @param max the most lines; the rest is cut
   */
  public String front(Report report, int max) {
    return String.join("\n", new ShortFront(report, this, max).lines()) + "\n";
  }

  private List<String> head(Report report) {
    List<String> lines = new ArrayList<>();
    wrapped(report.title(), 0, Text::wrapped).forEach(line -> lines.add(bold(line)));
    if (!report.origin().isEmpty()) {
      wrapped(report.origin(), 0, Text::wrapped)
          .forEach(line -> lines.add(styled(Tone.FAINT, line)));
    }
    lines.add("");
    return lines;
  }

  List<String> lines(Block block, Wrapping wrapping) {
    List<String> lines = new ArrayList<>();
    write(block, lines, wrapping);
    return lines;
  }

  private List<String> lines(List<Block> blocks) {
    List<String> lines = new ArrayList<>();
    blocks.forEach(block -> write(block, lines, Text::wrapped));
    return lines;
  }

  private void write(Block block, List<String> lines, Wrapping wrapping) {
    int before = lines.size();
    boolean joined = false;
    if (block instanceof Block.Headline headline) {
      wrapped(prefix(headline.tone()) + headline.text(), 0, wrapping)
          .forEach(line -> lines.add(bold(styled(headline.tone(), line))));
      joined = true;
    } else if (block instanceof Block.Heading heading) {
      wrapped(heading.text(), 0, wrapping).forEach(line -> lines.add(bold(line)));
      joined = true;
    } else if (block instanceof Block.Paragraph paragraph) {
      wrapped(prefix(paragraph.tone()) + paragraph.text(), 0, wrapping)
          .forEach(line -> lines.add(styled(paragraph.tone(), line)));
      joined = paragraph.joined();
    } else if (block instanceof Block.Verbatim verbatim) {
      verbatim.lines().forEach(text -> lines.addAll(verbatim(text)));
    } else if (block instanceof Block.Notes notes) {
      for (int i = 0; i < notes.texts().size(); i++) {
        String number = "(" + (i + 1) + ") ";
        lines.addAll(wrapped(number + notes.texts().get(i), number.length(), wrapping));
      }
    } else if (block instanceof Table table) {
      lines.addAll(new TerminalTable(table, this, wrapping).lines());
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

  private List<String> wrapped(String text, int indent, Wrapping wrapping) {
    return wrapping.lines(Text.line(text), Math.min(columns, MAX_TEXT), indent);
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
