package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;

/**
 * Cells measured in one provider, in rounds that run each level of each cell for one window, so
 * that a drift of the host and the state of the JVM are the same for all of them.
 *
 * @param rounds the measuring time: as many windows as so many rounds over all cells and levels
 *     have
 * @param maxRounds the number of windows of one level at most, {@code rounds} or more; null = four
 *     times {@code rounds}, which the constructor fills in
 */
public record Paired(int rounds, Integer maxRounds) {
  /** The maximum number of rounds. */
  public static final int MAX = 1000;

  private static final int DEFAULT_FACTOR = 4;

  public Paired {
    InvalidSettingException.requireRange("rounds", rounds, 1, MAX);
    if (maxRounds == null) {
      maxRounds = DEFAULT_FACTOR * rounds;
    }
    InvalidSettingException.requireRange("maxRounds", maxRounds, rounds, 10 * MAX);
  }

  /** How many windows all rounds over so many cells and levels have. */
  public int windows(int cells, int levels) {
    return rounds * cells * levels;
  }
}
