package io.poolbench.sla;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The boundary of capacity: the lowest level of too much load and the highest level below it.
 *
 * <p>A level that breaks a bound has too much load. A level that breaks only the bound on TPS has
 * too much load if a lower level passes, because TPS has dropped again; otherwise it has too little
 * load, and the capacity, if any, is above it.
 *
 * @param highestPassing the highest passing level without a level of too much load below; null if
 *     none
 * @param tooLittle the levels of too little load, rising
 * @param above the lowest level of too much load; null if none
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

  /** The boundary among levels of rising load; those that are INVALID or UNDECIDED are skipped. */
  static Boundary of(Collection<LevelResult> rising) {
    LevelResult highestPassing = null;
    List<LevelResult> tooLittle = new ArrayList<>();
    LevelResult above = null;
    for (LevelResult level : rising) {
      if (!level.isDecided()) {
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
   * The boundary of a search among levels of rising load: each is judged by its first valid step
   * until it has as many as it is confirmed by.
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
