package io.poolbench.report;

import io.poolbench.sla.CapacitySpread;
import io.poolbench.sla.RepeatedCell;
import java.util.Objects;
import java.util.Optional;

/**
 * Capacity as a bar: max load within the SLA.
 *
 * @param lowest of the repetitions; 0 where none is known
 * @param level the median of the repetitions; 0 likewise
 * @param highest of the repetitions; 0 likewise
 * @param text such as {@code 24}, {@code at least 24}, {@code none}, {@code unknown}
 */
record CapacityBar(Kind kind, int lowest, int level, int highest, String text) {
  /** How far the capacity is known. */
  enum Kind {
    MEASURED,
    /** More load was not measured, or its steps are INVALID or UNDECIDED. */
    AT_LEAST,
    /** No measured load is within the SLA. */
    NONE,
    UNKNOWN
  }

  CapacityBar {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(text, "text");
  }

  static CapacityBar of(RepeatedCell cell) {
    Optional<CapacitySpread> capacity = cell.capacity();
    if (capacity.isEmpty()) {
      return new CapacityBar(Kind.UNKNOWN, 0, 0, 0, "unknown");
    }
    CapacitySpread spread = capacity.get();
    return new CapacityBar(
        kind(spread), spread.lowest(), spread.median(), spread.highest(), spread.answer());
  }

  private static Kind kind(CapacitySpread spread) {
    if (spread.median() == 0) {
      return Kind.NONE;
    }
    return spread.maybeMore() ? Kind.AT_LEAST : Kind.MEASURED;
  }
}
