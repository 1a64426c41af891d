package io.poolbench.load;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * The load between two readings of the counters.
 *
 * @param time how long it ran; empty = all the time
 * @param calls the calls that ended
 */
public record Loaded(Optional<Duration> time, long calls) {
  public Loaded {
    Objects.requireNonNull(time, "time");
  }
}
