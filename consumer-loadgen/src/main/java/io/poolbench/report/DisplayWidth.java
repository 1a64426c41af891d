package io.poolbench.report;

import org.jline.utils.WCWidth;

/**
 * Computes the columns that a text takes in fixed-width characters: two for wide characters of East
 * Asian scripts and for pictographs, none for combining marks.
 */
public final class DisplayWidth {
  private DisplayWidth() {}

  public static int of(String text) {
    return text.codePoints().map(DisplayWidth::of).sum();
  }

  /** The beginning of a text, at most this many columns wide; a cut text ends with an ellipsis. */
  public static String cut(String text, int columns) {
    if (of(text) <= columns) {
      return text;
    }
    StringBuilder cut = new StringBuilder();
    int width = 1;
    for (int codePoint : text.codePoints().toArray()) {
      width += of(codePoint);
      if (width > columns) {
        break;
      }
      cut.appendCodePoint(codePoint);
    }
    return columns < 1 ? "" : cut.append('\u2026').toString();
  }

  private static int of(int codePoint) {
    // Two regional indicators make a flag, which is two columns wide.
    return WCWidth.isRegionalIndicator(codePoint) ? 1 : Math.max(0, WCWidth.wcwidth(codePoint));
  }
}
