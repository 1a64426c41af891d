package io.poolbench.load;

import java.time.Instant;
import java.util.Objects;

/**
 * Dates the events of a run: the wall clock's time at the start plus the time elapsed by a
 * monotonic clock. If the wall clock is set during the run, durations stay correct and no step
 * begins before its cell. Immutable, and as thread-safe as its clock.
 */
public record Timeline(Instant started, long startedNanos, NanoClock clock) {
  public Timeline {
    Objects.requireNonNull(started, "started");
    Objects.requireNonNull(clock, "clock");
  }

  public static Timeline from(Instant now, NanoClock clock) {
    return new Timeline(now, clock.nanoTime(), clock);
  }

  /** The present date, independent of changes of the wall clock since the start. */
  public Instant now() {
    return at(clock.nanoTime());
  }

  /** The date of a reading of the clock. */
  public Instant at(long nanoTime) {
    return started.plusNanos(nanoTime - startedNanos);
  }
}
