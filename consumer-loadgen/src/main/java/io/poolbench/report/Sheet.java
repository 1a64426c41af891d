package io.poolbench.report;

import java.util.Objects;

/** The colours of a terminal, and the columns at which tables and sentences break. */
public record Sheet(int columns, Colours colours) {
  /** The default for a file, a log, or a terminal without colours. */
  public static final Sheet PLAIN = new Sheet(120, Colours.NONE);

  /** A narrower terminal breaks lines itself. */
  private static final int MIN_COLUMNS = 40;

  public Sheet {
    Objects.requireNonNull(colours, "colours");
    columns = Math.max(MIN_COLUMNS, columns);
  }

  /** The width of sentences, limited because longer lines are hard to read. */
  int proseColumns() {
    return Math.min(columns, PLAIN.columns);
  }
}
