package io.poolbench.sla;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The lowest level of too much load, and the highest below it, as far as steps show.
 *
 * <p>A level that breaks a bound has too much load. So has one that breaks only the bound on TPS,
 * where less load is known to pass: TPS has fallen again. Where none is, it has too little load,
 * and the answer, if there is one, lies above it.
 *
 * @param highestPassing the highest level that passes with none of too much load below it; null
 *     where there is none
 * @param tooLittle the levels of too little load, rising
 * @param above the lowest level of too much load; null where there is none
 * @param contradicted whether a level above that one passes
 */
record Boundary(
    LevelResult highestPassing,
    List<LevelResult> tooLittle,
    LevelResult above,
    boolean contradicted) {
  Boundary {
    tooLittle = List.copyOf(tooLittle);
  }

  /** The boundary among levels of rising load; those without a valid step are skipped. */
  static Boundary of(Collection<LevelResult> rising) {
    LevelResult highestPassing = null;
    List<LevelResult> tooLittle = new ArrayList<>();
    LevelResult above = null;
    for (LevelResult level : rising) {
      if (!level.isValid()) {
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

  /** The highest level that has not too much load; null where there is none. */
  LevelResult below() {
    if (highestPassing != null || tooLittle.isEmpty()) {
      return highestPassing;
    }
    return tooLittle.get(tooLittle.size() - 1);
  }
}
