package io.poolbench.report;

import java.util.ArrayList;
import java.util.List;

/** Wraps a text at spaces into lines of limited width; a longer word has a line of its own. */
final class WrappedText {
  private WrappedText() {}

  /** Lines after the first are indented by {@code indent} columns. */
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
