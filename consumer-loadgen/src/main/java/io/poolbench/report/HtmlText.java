package io.poolbench.report;

import java.util.regex.Pattern;

/** Text made harmless for HTML: it is never markup, whatever it holds. */
final class HtmlText {
  private static final Pattern MARKUP = Pattern.compile("[&<>\"']");

  private HtmlText() {}

  /** A text in one line, for an element's content or a quoted attribute. */
  static String escape(String text) {
    return MARKUP
        .matcher(PlainText.line(text))
        .replaceAll(found -> "&#" + (int) found.group().charAt(0) + ";");
  }
}
