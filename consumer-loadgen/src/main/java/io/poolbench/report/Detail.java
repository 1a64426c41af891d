package io.poolbench.report;

import java.io.IOException;

/** How much of a result a terminal shows. */
public enum Detail {
  /** The answer, on one screen. */
  SUMMARY {
    @Override
    void writeTo(Page page, SlaTables tables) throws IOException {
      tables.summaryTo(page);
    }
  },

  /** All of {@code tables.md}, ending with capacities and answers, right above the next prompt. */
  FULL {
    @Override
    void writeTo(Page page, SlaTables tables) throws IOException {
      tables.titleTo(page);
      tables.originTo(page);
      tables.cellsTo(page);
      tables.agreement().writeTo(page);
      tables.levelsTo(page);
      tables.assertionsTo(page);
      tables.capacitiesTo(page);
      tables.recommendationTo(page);
      tables.findingsTo(page);
      tables.answerTo(page);
    }
  };

  abstract void writeTo(Page page, SlaTables tables) throws IOException;
}
