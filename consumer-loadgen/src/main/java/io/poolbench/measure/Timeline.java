package io.poolbench.measure;

import java.time.Instant;
import java.util.Objects;

/**
 * Dates what happens in a run: the wall clock says once when it started, and a monotonic clock what
 * has passed since. A wall clock that is set meanwhile would turn up in durations, and have steps
 * begin before their cell.
 *
 * <p>Immutable, and as thread-safe as its clock.
 *
 * @param started what the wall clock said
 * @param startedNanos what the clock said at that moment
 * @param clock measures from there on
 */
public record Timeline(Instant started, long startedNanos, Clock clock) {
  public Timeline {
    Objects.requireNonNull(started, "started");
    Objects.requireNonNull(clock, "clock");
  }

  /**
   * A timeline that begins now.
   *
   * @param now what the wall clock says
   */
  public static Timeline from(Instant now, Clock clock) {
    return new Timeline(now, clock.nanoTime(), clock);
  }

  /** What the wall clock would say now, had nobody set it since. */
  public Instant now() {
    return started.plusNanos(clock.nanoTime() - startedNanos);
  }
}
