package io.poolbench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A text in lines of so many columns; it breaks at spaces, so that a longer word has a line of its
 * own, however long that is.
 */
final class WrappedText {
  private WrappedText() {}

  /**
   * The lines of a text.
   *
   * @param columns the most that a line takes
   * @param indent the columns that lines after the first begin with
   */
  static List<String> lines(String text, int columns, int indent) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    int width = 0;
    boolean empty = true;
    for (String word : text.split(" ", -1)) {
      int wordWidth = DisplayWidth.of(word);
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
