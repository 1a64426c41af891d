package io.poolbench.judge;

import io.poolbench.journal.Entry;
import java.util.List;
import java.util.OptionalInt;

/** Chooses the level at which a target is tried with more connections. */
@FunctionalInterface
public interface Trials {
  Trials NONE = (cells, entries) -> OptionalInt.empty();

  /**
   * The level at which more connections are to be tried.
   *
   * @param cells that share the target
   * @param entries the rows about them, in the journal's order
   * @return empty if connections are not what the first cell waits for
   */
  OptionalInt level(JudgedStudy cells, List<Entry> entries);
}
