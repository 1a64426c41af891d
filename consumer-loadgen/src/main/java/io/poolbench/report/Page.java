package io.poolbench.report;

import java.io.IOException;
import java.util.List;

/**
 * A page of text and tables in some format. Texts are untrusted: a page removes control characters
 * by {@link PlainText} and escapes them for its format.
 */
interface Page {
  /** A heading of the whole (1), of a part (2), or of a table (3). */
  void heading(int level, String text) throws IOException;

  void paragraph(String text) throws IOException;

  /** Writes each sentence on lines of its own. */
  default void sentences(List<String> sentences) throws IOException {
    for (String sentence : sentences) {
      paragraph(sentence);
    }
  }

  void verbatim(List<String> lines) throws IOException;

  void table(Table table) throws IOException;

  /** Notes that tables refer to by number, from 1. */
  void notes(List<String> notes) throws IOException;
}
