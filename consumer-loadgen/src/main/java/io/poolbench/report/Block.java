package io.poolbench.report;

import java.util.List;

/** A part of a page. */
public sealed interface Block
    permits Block.Heading, Block.Paragraph, Block.Verbatim, Block.Notes, Table {
  /** A heading of the whole (1), of a part (2), of a table (3), or of one below (4). */
  record Heading(int level, String text) implements Block {}

  /**
   * Sentences of text.
   *
   * @param joined whether the next paragraph follows without a blank line, where lines are short
   */
  record Paragraph(String text, boolean joined) implements Block {}

  /** Lines of a log. */
  record Verbatim(List<String> lines) implements Block {}

  /** Notes that tables refer to by number, from 1. */
  record Notes(List<String> texts) implements Block {}
}
