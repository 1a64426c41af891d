package io.poolbench.report;

import java.util.List;

/**
 * Text from a study, a log or an exception, made harmless: in a table it stays in its line, and a
 * terminal is not told to do anything by it.
 */
public final class PlainText {
  private static final int REPLACEMENT = 0xFFFD;

  private PlainText() {}

  /** A text in one line: line breaks and tabs become spaces, other controls a visible mark. */
  public static String line(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    text.codePoints().map(PlainText::harmless).forEach(plain::appendCodePoint);
    return plain.toString();
  }

  /** A text's lines, each harmless. */
  public static List<String> lines(String text) {
    return text.lines().map(PlainText::line).toList();
  }

  private static int harmless(int codePoint) {
    if (Character.isWhitespace(codePoint) || codePoint == 0x85) {
      return ' ';
    }
    return switch (Character.getType(codePoint)) {
      // FORMAT: among them the marks that turn the direction of writing.
      case Character.CONTROL, Character.FORMAT, Character.SURROGATE -> REPLACEMENT;
      default -> codePoint;
    };
  }
}
