package io.poolbench.report;

import org.jline.utils.WCWidth;

/**
 * How many columns a text takes where each character has a fixed width: two for the wide ones of
 * East Asian scripts and for pictographs, none for marks that join the character before them.
 */
public final class DisplayWidth {
  private DisplayWidth() {}

  /** The columns that a text takes. */
  public static int of(String text) {
    return text.codePoints().map(DisplayWidth::of).sum();
  }

  /** The beginning of a text, at most so many columns wide; an ellipsis ends it where cut. */
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
    // Two of them make a flag, which is two columns wide.
    return WCWidth.isRegionalIndicator(codePoint) ? 1 : Math.max(0, WCWidth.wcwidth(codePoint));
  }
}
