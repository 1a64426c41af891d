package io.poolbench.measure;

import java.time.Instant;
import java.util.Objects;

/**
 * Dates the events of a run: the wall clock's time at its start plus the time elapsed by a
 * monotonic clock. A wall clock that is set during the run would distort durations, and steps could
 * begin before their cell.
 *
 * <p>Immutable, and as thread-safe as its clock.
 *
 * @param startedNanos the monotonic clock's time at the start
 */
public record Timeline(Instant started, long startedNanos, NanoClock clock) {
  public Timeline {
    Objects.requireNonNull(started, "started");
    Objects.requireNonNull(clock, "clock");
  }

  /** A timeline that begins now. */
  public static Timeline from(Instant now, NanoClock clock) {
    return new Timeline(now, clock.nanoTime(), clock);
  }

  /** The date of this instant, whatever the wall clock was set to since the start. */
  public Instant now() {
    return started.plusNanos(clock.nanoTime() - startedNanos);
  }
}
