package io.poolbench.judge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The boundary of capacity: the lowest level with too much load and the highest level below it.
 *
 * <p>A level that breaks a bound has too much load. If it breaks only the bound on TPS and no lower
 * level passes, it has too little load instead, and the capacity, if any, is above it; if a lower
 * level passes, TPS has dropped again.
 *
 * @param highestPassing the highest passing level below {@code above}
 * @param tooLittle the levels with too little load, rising
 * @param above the lowest level with too much load
 * @param contradicted whether a level above {@code above} passes
 */
record Boundary(
    Optional<JudgedLevel> highestPassing,
    List<JudgedLevel> tooLittle,
    Optional<JudgedLevel> above,
    boolean contradicted) {
  Boundary {
    tooLittle = List.copyOf(tooLittle);
  }

  /** Finds the boundary among rising levels; INVALID and UNDECIDED levels are skipped. */
  static Boundary of(Collection<JudgedLevel> rising) {
    Optional<JudgedLevel> passing = Optional.empty();
    List<JudgedLevel> tooLittle = new ArrayList<>();
    Optional<JudgedLevel> above = Optional.empty();
    for (JudgedLevel level : rising) {
      if (!level.verdict().kind().isDecided()) {
        continue;
      }
      if (above.isPresent()) {
        if (level.passes()) {
          return new Boundary(passing, tooLittle, above, true);
        }
      } else if (level.passes()) {
        passing = Optional.of(level);
      } else if (passing.isEmpty() && level.hasTooLittleLoad()) {
        tooLittle.add(level);
      } else {
        above = Optional.of(level);
      }
    }
    return new Boundary(passing, tooLittle, above, false);
  }

  /** The highest level below {@code above}. */
  Optional<JudgedLevel> below() {
    return highestPassing.or(
        () -> tooLittle.stream().skip(Math.max(0, tooLittle.size() - 1)).findFirst());
  }
}
