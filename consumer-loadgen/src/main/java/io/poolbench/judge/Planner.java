package io.poolbench.judge;

import io.poolbench.journal.Journal;
import java.time.Duration;
import java.util.Optional;

/**
 * Chooses what to measure next from what was measured. A planner is a function of the journal: the
 * same journal gives the same visit, which a resumed run rests on, and no visit that counts is made
 * again.
 */
public interface Planner {
  /** The next visit; empty if everything is measured. */
  Optional<Visit> next(Journal soFar);

  /** The time that the remaining visits take, at most, with what is between them. */
  Duration left(Journal soFar);
}
