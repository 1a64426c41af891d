package io.poolbench.judge;

import java.time.Duration;
import java.util.Optional;

/** Plans the visits of the cells that share a provider, in one repetition. */
interface UnitPlanner {
  /** The next visit; empty if the cells are done. */
  Optional<Visit> next(UnitHistory history);

  /** The time that the remaining visits take, at most. */
  Duration left(UnitHistory history);
}
