package io.poolbench.report;

import java.util.Objects;

/**
 * What a page for a terminal is printed on.
 *
 * @param columns how many characters of a line are seen; tables break at it, as do sentences
 */
public record Sheet(int columns, Colours colours) {
  /** A file, a log, or a terminal that wants no codes: as wide as most terminals can be made. */
  public static final Sheet PLAIN = new Sheet(120, Colours.NONE);

  /** So narrow that a table is hardly one any more; a narrower terminal breaks lines itself. */
  private static final int LEAST_COLUMNS = 40;

  public Sheet {
    Objects.requireNonNull(colours, "colours");
    columns = Math.max(LEAST_COLUMNS, columns);
  }

  /** How long a line of a sentence is: longer ones are hard to read. */
  int proseColumns() {
    return Math.min(columns, PLAIN.columns);
  }
}
