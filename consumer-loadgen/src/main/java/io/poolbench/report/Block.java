package io.poolbench.report;

import java.util.List;

/** A part of a page as data, for templates. */
public sealed interface Block
    permits Block.Heading, Block.Paragraph, Block.Verbatim, Block.Notes, Table {
  /** A heading of a part (2), of a table (3), or of one below (4). */
  record Heading(int level, String text) implements Block {}

  record Paragraph(String text) implements Block {}

  /** Lines of a log. */
  record Verbatim(List<String> lines) implements Block {}

  /** Notes that tables refer to by number, from 1. */
  record Notes(List<String> texts) implements Block {}
}
