package io.poolbench.judge;

import io.poolbench.journal.Key;
import io.poolbench.journal.Turn;
import java.time.Duration;
import java.util.Objects;

/**
 * A load to be held on a cell's pool, and measured as one slice for each of the cell's parts.
 *
 * @param level users, or requests per second; 0 = the capacity that was measured when the cell was
 *     opened
 * @param settle how long the load is held before it is measured
 * @param measure how long it is measured; with phases their sum
 */
public record Visit(
    String cell,
    int repetition,
    Turn turn,
    int level,
    Duration settle,
    Duration measure,
    Hold hold) {
  /** How a load is held. */
  public enum Hold {
    /** A step: the load changes while users run on, and counters are read under load. */
    STEP,
    /** The step goes on with the same load, because it is undecided. */
    PROLONGED,
    /** The first slice of a cell in a block: begins and ends at rest, in a fresh pool. */
    FIRST_OF_BLOCK,
    /** A further slice of a cell in a block: begins and ends at rest. */
    FURTHER_OF_BLOCK,
    /** The business threads of a target are sampled; nothing is measured. */
    SAMPLED,
    /** As {@link #SAMPLED}, with a trial of twice as many connections as the target configures. */
    SAMPLED_WITH_TRIAL;

    /** Whether the visit gives a row of samples, and no slice. */
    public boolean isSampled() {
      return this == SAMPLED || this == SAMPLED_WITH_TRIAL;
    }
  }

  public Visit {
    Objects.requireNonNull(cell, "cell");
    Objects.requireNonNull(turn, "turn");
    Objects.requireNonNull(settle, "settle");
    Objects.requireNonNull(measure, "measure");
    Objects.requireNonNull(hold, "hold");
  }

  /**
   * The key of a slice that the visit measures.
   *
   * @param held the level, where this is a measured capacity
   * @param part name of the phase or of the group; empty = all calls
   */
  public Key key(int held, String part) {
    return new Key(cell, repetition, turn, held, part);
  }
}
