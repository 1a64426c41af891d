package io.poolbench.expression;

import java.util.Collection;

/** Whether measured values confirm a statement. */
public enum Decision {
  CONFIRMED,
  REFUTED,
  /** Values that decide it were not measured, or in INVALID steps only. */
  UNDECIDED;

  /** Of a conjunction: refuted where one part is; confirmed where all are. */
  public static Decision all(Collection<Decision> parts) {
    return parts.contains(REFUTED) ? REFUTED : parts.contains(UNDECIDED) ? UNDECIDED : CONFIRMED;
  }
}
