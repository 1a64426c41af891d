package io.poolbench.report;

import java.io.IOException;
import java.util.List;

/**
 * Where tables are written, in one format or another. Texts may hold anything: a page makes them
 * harmless by {@link PlainText} and by what its own format asks for.
 */
interface Page {
  /** A heading of the whole (1), of a part (2), or of a table (3). */
  void heading(int level, String text) throws IOException;

  /** A line or more of text. */
  void paragraph(String text) throws IOException;

  /** Lines as they are, of a log. */
  void verbatim(List<String> lines) throws IOException;

  void table(Table table) throws IOException;

  /** What tables refer to by a number, from 1. */
  void notes(List<String> notes) throws IOException;
}
