package io.poolbench.report;

import java.io.IOException;

/** How much of a result a terminal shows before the capacities. */
public enum Detail {
  /** The tables that the capacities are read from, and what limits their validity. */
  SUMMARY {
    @Override
    void writeTo(Page page, SlaTables tables) throws IOException {
      tables.onlyCellTo(page);
      tables.levelsTo(page);
      tables.agreement().summaryTo(page);
      tables.validityTo(page);
    }
  },

  /** All that {@code tables.md} has. */
  FULL {
    @Override
    void writeTo(Page page, SlaTables tables) throws IOException {
      tables.cellsTo(page);
      tables.agreement().writeTo(page);
      tables.levelsTo(page);
    }
  };

  abstract void writeTo(Page page, SlaTables tables) throws IOException;
}
