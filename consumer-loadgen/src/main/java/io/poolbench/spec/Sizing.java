package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;

/**
 * A paired study that chooses its loads itself: it measures some of the listed levels, fits a
 * model, recommends a pool, and measures that one and its neighbours.
 *
 * @param loads how many loads the model is fitted to, each a level of a cell
 * @param marginPct room between the users that the pool is planned for and its max users, in
 *     percent of the former
 */
public record Sizing(int loads, double marginPct) {
  /** The minimum number of loads. */
  public static final int MIN_LOADS = 6;

  /** The maximum number of loads. */
  public static final int MAX_LOADS = 1000;

  /** Windows of a load. */
  public static final int WINDOWS = 3;

  /** Loads of a cell that are measured before there is a fit. */
  public static final int FIRST_LOADS = 3;

  private static final double MAX_MARGIN_PCT = 90;

  public Sizing {
    InvalidSettingException.requireRange("loads", loads, MIN_LOADS, MAX_LOADS);
    if (!(marginPct >= 0 && marginPct <= MAX_MARGIN_PCT)) {
      throw new InvalidSettingException("margin", marginPct + "% out of range (valid: 0%..90%)");
    }
  }

  /** How many windows of so many cells and levels the model is fitted to. */
  public int windows(int cells, int levels) {
    return WINDOWS * Math.min(cells * levels, Math.max(FIRST_LOADS * cells, loads));
  }
}
