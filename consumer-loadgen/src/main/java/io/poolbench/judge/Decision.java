package io.poolbench.judge;

import java.util.Collection;

/** Whether measured values confirm a statement. */
public enum Decision {
  CONFIRMED,
  REFUTED,
  /** The deciding values were not measured, or only in INVALID steps. */
  UNDECIDED;

  /** The decision on a conjunction: refuted if any part is, confirmed if all are. */
  public static Decision all(Collection<Decision> parts) {
    return parts.contains(REFUTED) ? REFUTED : parts.contains(UNDECIDED) ? UNDECIDED : CONFIRMED;
  }
}
