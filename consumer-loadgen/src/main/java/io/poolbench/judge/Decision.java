package io.poolbench.judge;

import java.util.Collection;
import java.util.Locale;

/** Whether measured values show a statement: a finding, a criterion, a planned load. */
public enum Decision {
  SHOWN,
  REFUTED,
  /** The values or their intervals decide neither, or were measured only in INVALID steps. */
  NOT_SHOWN;

  /** The decision on a conjunction: refuted if any part is, shown if all are. */
  public static Decision all(Collection<Decision> parts) {
    return parts.contains(REFUTED) ? REFUTED : parts.contains(NOT_SHOWN) ? NOT_SHOWN : SHOWN;
  }

  /** The decision on the same comparison the other way round. */
  public Decision opposite() {
    return this == NOT_SHOWN ? NOT_SHOWN : this == SHOWN ? REFUTED : SHOWN;
  }

  /** Such as {@code not shown}. */
  public String word() {
    return name().replace('_', ' ').toLowerCase(Locale.ROOT);
  }
}
