package io.poolbench.plot;

import io.poolbench.sla.CapacitySpread;
import io.poolbench.sla.RepeatedCell;
import java.util.Objects;
import java.util.Optional;

/**
 * The most load that a pool serves within its SLA, as a bar.
 *
 * @param kind whether there is one
 * @param lowest of the repetitions; 0 where none is known
 * @param level the median of the repetitions; 0 likewise
 * @param highest of the repetitions; 0 likewise
 * @param text the answer in a word or three
 */
public record MostBar(Kind kind, int lowest, int level, int highest, String text) {
  /** How sure the answer is. */
  public enum Kind {
    /** So much, and no more. */
    MEASURED,
    /** So much, maybe more. */
    AT_LEAST,
    /** No load that was measured. */
    NONE,
    /** Nothing can be said. */
    UNKNOWN
  }

  public MostBar {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(text, "text");
  }

  static MostBar of(RepeatedCell cell) {
    Optional<CapacitySpread> most = cell.capacity();
    if (most.isEmpty()) {
      return new MostBar(Kind.UNKNOWN, 0, 0, 0, "unknown");
    }
    CapacitySpread spread = most.get();
    return new MostBar(
        kind(spread), spread.lowest(), spread.median(), spread.highest(), spread.answer());
  }

  private static Kind kind(CapacitySpread spread) {
    if (spread.median() == 0) {
      return Kind.NONE;
    }
    return spread.maybeMore() ? Kind.AT_LEAST : Kind.MEASURED;
  }
}
