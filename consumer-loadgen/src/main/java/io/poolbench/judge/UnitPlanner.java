package io.poolbench.judge;

import io.poolbench.journal.Journal;
import java.time.Duration;
import java.util.Optional;

/** Plans the visits of the cells that share a provider, in one repetition. */
interface UnitPlanner {
  /**
   * The next visit; empty if the cells are done.
   *
   * @param soFar the whole journal, as a retry budget is one of the whole run
   */
  Optional<Visit> next(UnitHistory history, Journal soFar);

  /** The time that the remaining visits take, at most. */
  Duration left(UnitHistory history, Journal soFar);
}
