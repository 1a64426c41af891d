package io.poolbench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jline.utils.WCWidth;

/**
 * Texts of studies, logs and exceptions in fixed-width characters: without control characters, and
 * measured and wrapped by the columns that they take. East Asian wide characters and pictographs
 * take two columns, combining marks none.
 */
public final class PlainText {
  private static final int REPLACEMENT = 0xFFFD;

  /** Jackson escapes the controls of ASCII, and breaks lines between values. */
  private static final Pattern UNSEEN = Pattern.compile("[\\p{Cc}\\p{Cf}&&[^\r\n]]");

  /** A line that begins with SHOWN would state, and colour, the opposite of NOT SHOWN. */
  private static final Pattern BREAK = Pattern.compile(" (?!SHOWN\\b)|(?<!\\bNOT) ");

  private PlainText() {}

  /**
   * The text in one line, without escape codes of a terminal and allowed in XML 1.0: line breaks
   * and tabs become spaces, other controls and noncharacters become U+FFFD.
   */
  public static String line(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    text.codePoints().map(PlainText::harmless).forEach(plain::appendCodePoint);
    return plain.toString();
  }

  public static List<String> lines(String text) {
    return text.lines().map(PlainText::line).toList();
  }

  /** The same JSON with the characters that {@link #line} replaces as escapes. */
  public static String json(String json) {
    return UNSEEN
        .matcher(json)
        .replaceAll(
            found -> {
              StringBuilder escapes = new StringBuilder();
              for (char unit : found.group().toCharArray()) {
                escapes.append("\\\\u%04x".formatted((int) unit));
              }
              return escapes.toString();
            });
  }

  private static int harmless(int codePoint) {
    if (Character.isWhitespace(codePoint) || codePoint == 0x85) {
      return ' ';
    }
    if ((codePoint & 0xFFFE) == 0xFFFE) {
      return REPLACEMENT;
    }
    return switch (Character.getType(codePoint)) {
      // FORMAT includes the marks that change the direction of writing.
      case Character.CONTROL, Character.FORMAT, Character.SURROGATE -> REPLACEMENT;
      default -> codePoint;
    };
  }

  /** The columns that a text takes. */
  public static int width(String text) {
    return text.codePoints().map(PlainText::width).sum();
  }

  private static int width(int codePoint) {
    // Two regional indicators make a flag, which is two columns wide.
    return WCWidth.isRegionalIndicator(codePoint) ? 1 : Math.max(0, WCWidth.wcwidth(codePoint));
  }

  static int width(List<String> lines) {
    return lines.stream().mapToInt(PlainText::width).max().orElse(0);
  }

  /**
   * Wraps a text at spaces, except within NOT SHOWN, into lines of limited width; a longer word has
   * a line of its own. Lines after the first are indented by {@code indent} columns.
   */
  public static List<String> wrapped(String text, int columns, int indent) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    int width = 0;
    boolean empty = true;
    for (String word : BREAK.split(text, -1)) {
      int wordWidth = width(word);
      if (!empty && width + 1 + wordWidth > columns) {
        lines.add(line.toString());
        line = new StringBuilder(" ".repeat(indent));
        width = indent;
        empty = true;
      }
      if (!empty) {
        line.append(' ');
        width++;
      }
      line.append(word);
      width += wordWidth;
      empty = false;
    }
    lines.add(line.toString());
    return lines;
  }
}
