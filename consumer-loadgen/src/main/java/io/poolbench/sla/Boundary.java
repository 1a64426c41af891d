package io.poolbench.sla;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Where load becomes too much, as far as looks tell.
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
record Boundary(Looks highestPassing, List<Looks> tooLittle, Looks above, boolean contradicted) {
  Boundary {
    tooLittle = List.copyOf(tooLittle);
  }

  /** The boundary that these levels have, given by rising load. */
  static Boundary of(Collection<Looks> rising, SlaEvaluator evaluator) {
    Looks highestPassing = null;
    List<Looks> tooLittle = new ArrayList<>();
    Looks above = null;
    for (Looks looks : rising) {
      if (above != null) {
        if (looks.pass()) {
          return new Boundary(highestPassing, tooLittle, above, true);
        }
      } else if (looks.pass()) {
        highestPassing = looks;
      } else if (highestPassing == null && looks.tooLittle(evaluator)) {
        tooLittle.add(looks);
      } else {
        above = looks;
      }
    }
    return new Boundary(highestPassing, tooLittle, above, false);
  }

  /** The highest level that has not too much load; null where there is none. */
  Looks below() {
    if (highestPassing != null || tooLittle.isEmpty()) {
      return highestPassing;
    }
    return tooLittle.get(tooLittle.size() - 1);
  }
}
