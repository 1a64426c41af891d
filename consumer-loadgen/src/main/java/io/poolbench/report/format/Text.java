package io.poolbench.report.format;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jline.utils.WCWidth;

/**
 * Texts of studies, providers, logs and exceptions as they may be shown: what a terminal, a browser
 * or an editor would obey instead of showing it is written as an escape such as {@code \u001b}.
 * Texts are measured and wrapped by the columns that they take. East Asian wide characters and
 * pictographs take two columns, combining marks none.
 */
public final class Text {
  private static final String PART_ENDS = "./$:_=-";

  /** Stands for the end of a text that is cut. */
  private static final String CUT = "...";

  /** Between a space or the end of a word's part, and what follows. */
  private static final Pattern PARTS = Pattern.compile("(?<=[ " + PART_ENDS + "])");

  private Text() {}

  /**
   * The text in one line, allowed in XML 1.0: line breaks and tabs become spaces; other controls,
   * marks that change the direction of writing, and characters of no width become escapes.
   */
  public static String line(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    text.codePoints().forEach(codePoint -> append(plain, codePoint));
    return plain.toString();
  }

  public static List<String> lines(String text) {
    return text.lines().map(Text::line).toList();
  }

  /** The same JSON with the characters that {@link #line} escapes as escapes of JSON. */
  public static String json(String json) {
    StringBuilder escaped = new StringBuilder(json.length());
    json.codePoints()
        .forEach(
            codePoint -> {
              boolean isBreak = codePoint == '\n' || codePoint == '\r';
              if (isUnseen(codePoint) && !isBreak) {
                for (char unit : Character.toChars(codePoint)) {
                  escaped.append("\\u%04x".formatted((int) unit));
                }
              } else {
                escaped.appendCodePoint(codePoint);
              }
            });
    return escaped.toString();
  }

  private static void append(StringBuilder plain, int codePoint) {
    if (Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint)) {
      plain.append(' ');
    } else if (isUnseen(codePoint)) {
      plain.append(
          (Character.isBmpCodePoint(codePoint) ? "\\u%04x" : "\\u{%x}").formatted(codePoint));
    } else {
      plain.appendCodePoint(codePoint);
    }
  }

  private static boolean isUnseen(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.PRIVATE_USE,
          Character.UNASSIGNED ->
          true;
      default -> isBlankLetter(codePoint);
    };
  }

  /** Letters and marks that are drawn as nothing: fillers and selectors of variants. */
  private static boolean isBlankLetter(int codePoint) {
    return codePoint == 0x034F
        || codePoint == 0x115F
        || codePoint == 0x1160
        || codePoint == 0x17B4
        || codePoint == 0x17B5
        || codePoint == 0x2800
        || codePoint == 0x3164
        || codePoint == 0xFFA0
        || (codePoint >= 0x180B && codePoint <= 0x180F)
        || (codePoint >= 0xFE00 && codePoint <= 0xFE0F)
        || (codePoint >= 0xE0000 && codePoint <= 0xE0FFF);
  }

  /** Minutes and seconds, such as {@code 2:05}. */
  public static String clock(Duration time) {
    return String.format(Locale.ROOT, "%d:%02d", time.toMinutes(), time.toSecondsPart());
  }

  /** The columns that a text takes. */
  public static int width(String text) {
    return text.codePoints().map(Text::width).sum();
  }

  private static int width(int codePoint) {
    // Two regional indicators make a flag, which is two columns wide.
    return WCWidth.isRegionalIndicator(codePoint) ? 1 : Math.max(0, WCWidth.wcwidth(codePoint));
  }

  /**
   * Wraps a text at spaces into lines of limited width. Only a word that is wider than a line is
   * broken, between its parts if it has any, such as a class and its method. Lines after the first
   * are indented by {@code indent} columns.
   */
  public static List<String> wrapped(String text, int columns, int indent) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    int width = 0;
    boolean empty = true;
    for (String word : text.split(" ", -1)) {
      String rest = word;
      while (true) {
        int wordWidth = width(rest);
        if (!empty && width + 1 + wordWidth > columns) {
          lines.add(line.toString());
          line = new StringBuilder(" ".repeat(indent));
          width = indent;
          empty = true;
        }
        if (!empty || width + wordWidth <= columns || wordWidth <= 1) {
          break;
        }
        int fits = prefix(rest, columns - width);
        lines.add(line + rest.substring(0, fits));
        rest = rest.substring(fits);
        line = new StringBuilder(" ".repeat(indent));
        width = indent;
      }
      line.append(empty ? "" : " ").append(rest);
      width += (empty ? 0 : 1) + width(rest);
      empty = false;
    }
    lines.add(line.toString());
    return lines;
  }

  /**
   * Wraps a text as {@link #wrapped} does, without what is behind so many lines. A part of a word
   * that is wider than a line is cut instead of broken.
   */
  public static List<String> shortened(String text, int columns, int indent, int max) {
    String parts =
        Stream.of(PARTS.split(text))
            .map(part -> cut(part, columns - indent))
            .collect(Collectors.joining());
    List<String> lines = new ArrayList<>(wrapped(parts, columns, indent));
    if (lines.size() > max) {
      lines.subList(max, lines.size()).clear();
      lines.set(max - 1, withCut(lines.get(max - 1), columns));
    }
    return lines;
  }

  /** The whole words that fit before the sign of a cut; the only word of a line stays without. */
  private static String withCut(String line, int columns) {
    String words = line;
    while (width(words) + 1 + CUT.length() > columns) {
      int last = words.stripTrailing().lastIndexOf(' ');
      if (last < 0 || words.substring(0, last).isBlank()) {
        return line;
      }
      words = words.substring(0, last);
    }
    return words + " " + CUT;
  }

  /** A part of a word, with a space behind the last one. */
  private static String cut(String part, int columns) {
    String word = part.stripTrailing();
    return width(word) <= columns
        ? part
        : word.substring(0, prefix(word, columns - CUT.length()))
            + CUT
            + part.substring(word.length());
  }

  /**
   * The number of chars of a word that fit into so many columns, up to the end of one of its parts
   * if possible; at least one character.
   */
  private static int prefix(String word, int columns) {
    int end = word.offsetByCodePoints(0, 1);
    while (end < word.length()) {
      int next = word.offsetByCodePoints(end, 1);
      if (width(word.substring(0, next)) > columns) {
        break;
      }
      end = next;
    }
    for (int part = end; part > 0 && end < word.length(); part--) {
      if (PART_ENDS.indexOf(word.charAt(part - 1)) >= 0) {
        return part;
      }
    }
    return end;
  }
}
