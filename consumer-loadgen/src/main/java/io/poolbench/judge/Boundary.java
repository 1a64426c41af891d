package io.poolbench.judge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The boundary of capacity: the lowest level with too much load and the highest level below it.
 *
 * <p>A level that breaks a bound has too much load. If it breaks only the bound on TPS and no lower
 * level passes, it has too little load instead, and the capacity, if any, is above it; if a lower
 * level passes, TPS has dropped again.
 *
 * @param highestPassing the highest passing level below {@code above}; null if none
 * @param tooLittle the levels with too little load, rising
 * @param above the lowest level with too much load; null if none
 * @param contradicted whether a level above {@code above} passes
 */
record Boundary(
    LevelResult highestPassing,
    List<LevelResult> tooLittle,
    LevelResult above,
    boolean contradicted) {
  Boundary {
    tooLittle = List.copyOf(tooLittle);
  }

  /** Finds the boundary among rising levels; INVALID and UNDECIDED levels are skipped. */
  static Boundary of(Collection<LevelResult> rising) {
    LevelResult highestPassing = null;
    List<LevelResult> tooLittle = new ArrayList<>();
    LevelResult above = null;
    for (LevelResult level : rising) {
      if (!level.verdict().isDecided()) {
        continue;
      }
      if (above != null) {
        if (level.pass()) {
          return new Boundary(highestPassing, tooLittle, above, true);
        }
      } else if (level.pass()) {
        highestPassing = level;
      } else if (highestPassing == null && level.tooLittle()) {
        tooLittle.add(level);
      } else {
        above = level;
      }
    }
    return new Boundary(highestPassing, tooLittle, above, false);
  }

  /**
   * Finds the boundary of a search among rising levels. A level is judged by its first valid step
   * until it has as many valid steps as {@code confirmations}.
   */
  static Boundary confirmed(Collection<LevelResult> rising, int confirmations) {
    return of(rising.stream().map(level -> level.firstUntil(confirmations)).toList());
  }

  /** The highest level below {@code above}; null if none. */
  LevelResult below() {
    if (highestPassing != null || tooLittle.isEmpty()) {
      return highestPassing;
    }
    return tooLittle.get(tooLittle.size() - 1);
  }
}
