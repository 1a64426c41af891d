package io.poolbench.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;

/**
 * A stretch of time, or several that do not overlap.
 *
 * @param at start of the first one
 * @param nanos their summed length, without the time between them
 */
public record Span(Instant at, long nanos) {
  /** By start; the shorter one first if they start together. */
  static final Comparator<Span> IN_TIME =
      Comparator.comparing(Span::at).thenComparingLong(Span::nanos);

  public Span {
    Objects.requireNonNull(at, "at");
    if (nanos < 0) {
      throw new IllegalArgumentException("length " + nanos + " ns");
    }
  }

  /** Both stretches together. */
  public Span plus(Span other) {
    return new Span(at.isBefore(other.at) ? at : other.at, nanos + other.nanos);
  }

  public double seconds() {
    return nanos / Units.NANOS_PER_SECOND;
  }

  /** The end of a single stretch. */
  public Instant end() {
    return at.plus(Duration.ofNanos(nanos));
  }
}
