package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;

/**
 * A paired study that chooses its loads itself: it measures some of the listed levels, fits a
 * model, recommends a pool, and measures the recommended pool and its neighbours.
 *
 * @param loads number of loads that the model is fitted to, each a level of a cell
 * @param marginPct margin of the pool's max users above its planned users, in percent of the
 *     planned users
 */
public record Sizing(int loads, double marginPct) {
  public static final int MIN_LOADS = 6;

  public static final int MAX_LOADS = 1000;

  /** Rounds that measure a load, enough for a spread between rounds. */
  public static final int ROUNDS = 4;

  /** Loads that are chosen together and measured side by side. */
  public static final int LOADS_A_BLOCK = 3;

  /** Loads of a cell that are measured before there is a fit. */
  public static final int FIRST_LOADS = 3;

  private static final double MAX_MARGIN_PCT = 90;

  public Sizing {
    InvalidSettingException.requireRange("loads", loads, MIN_LOADS, MAX_LOADS);
    if (!(marginPct >= 0 && marginPct <= MAX_MARGIN_PCT)) {
      throw new InvalidSettingException("margin", marginPct + "% out of range (valid: 0%..90%)");
    }
  }

  /** The number of blocks that the model is fitted to. */
  public int blocks(int cells, int levels) {
    int all = Math.min(cells * levels, Math.max(FIRST_LOADS * cells, loads));
    return ROUNDS * ((all + LOADS_A_BLOCK - 1) / LOADS_A_BLOCK);
  }
}
