package io.poolbench.study;

import io.poolbench.api.InvalidSettingException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Cells measured in one provider, in rounds over all levels. At each level all cells run side by
 * side in short slices, so that the state of the host and of the JVM is the same for all of them.
 *
 * @param rounds the measuring time, as a number of blocks: {@value #FULL_ROUNDS} rounds cover all
 *     levels, each further round at most {@value #LEVELS}
 * @param control whether the first cell is measured twice, as two equal cells: how often they are
 *     found to differ shows whether the intervals hold on this host
 * @param planned load that a cell is to carry, in the unit of the levels; null = none
 */
public record Paired(int rounds, boolean control, Integer planned) {
  public static final int MAX = 1000;

  public static final int FULL_ROUNDS = 2;

  /** Max levels of each further round: more rounds show more than more levels. */
  public static final int LEVELS = 4;

  /** Slices of each cell in a block. */
  public static final int SLICES = 2;

  /**
   * The time for which a target is sampled at each level, after all rounds. Long enough for some 20
   * moments and 160 samples, 8 of them at a site with a share of 5 %.
   */
  public static final Duration SAMPLED = Duration.ofSeconds(1);

  /** The level at which a target is sampled besides: next to nothing of it is full there. */
  public static final int ALONE = 1;

  /** Slices before, and after a trial of more connections. */
  public static final int TRIAL_SLICES = 6;

  /** Suffix of the name of the first cell's copy. */
  public static final String CONTROL = " (control)";

  /** The measured cells; a control follows the first cell unless it is already listed. */
  public List<Cell> measured(List<Cell> cells) {
    Cell twin = cells.get(0).named(cells.get(0).name() + CONTROL);
    if (!control || cells.stream().anyMatch(cell -> cell.name().equals(twin.name()))) {
      return cells;
    }
    if (twin.name().length() > Cell.MAX_OWN_NAME) {
      throw new InvalidSettingException(
          "paired.control",
          "cell name '%s' is too long for a control (valid: at most %d characters)"
              .formatted(cells.get(0).name(), Cell.MAX_OWN_NAME - CONTROL.length()));
    }
    List<Cell> all = new ArrayList<>(cells);
    all.add(1, twin);
    return List.copyOf(all);
  }

  /** The number of blocks of all rounds. */
  public int blocks(int levels) {
    int full = Math.min(FULL_ROUNDS, rounds);
    return full * levels + (rounds - full) * Math.min(LEVELS, levels);
  }

  /** The number of rounds in which each level of a cell is measured for this time, on average. */
  public static int rounds(Duration time, LoadSchedule load) {
    int levels = load.firstRound().size();
    double each = (double) time.toNanos() / load.measure().multipliedBy(SLICES).toNanos();
    double further = (each - FULL_ROUNDS) * levels / Math.min(LEVELS, levels);
    return (int) Math.ceil(each <= FULL_ROUNDS ? Math.max(1, each) : FULL_ROUNDS + further);
  }
}
