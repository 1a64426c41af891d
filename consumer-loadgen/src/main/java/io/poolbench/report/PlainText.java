package io.poolbench.report;

import java.util.List;

/**
 * Removes control characters from texts of studies, logs and exceptions. The result stays in its
 * line, contains no escape codes of a terminal, and is allowed in XML 1.0.
 */
public final class PlainText {
  private static final int REPLACEMENT = 0xFFFD;

  private PlainText() {}

  /** Line breaks and tabs become spaces, other controls and noncharacters become U+FFFD. */
  public static String line(String text) {
    StringBuilder plain = new StringBuilder(text.length());
    text.codePoints().map(PlainText::harmless).forEach(plain::appendCodePoint);
    return plain.toString();
  }

  public static List<String> lines(String text) {
    return text.lines().map(PlainText::line).toList();
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
}
