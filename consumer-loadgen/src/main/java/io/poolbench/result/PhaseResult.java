package io.poolbench.result;

import java.util.Objects;

/**
 * The result of one phase of a step.
 *
 * @param name unique in the step
 * @param fromSeconds start of the phase, in seconds from the start of the step's window
 * @param rate requests per second of an open loop; null in a closed loop
 * @param redisLatencyMillis mean latency added to Redis in the phase; null if the phase uses the
 *     cell's own
 * @param figures the phase's metrics as a step without phases and slices
 */
public record PhaseResult(
    String name, double fromSeconds, Integer rate, Double redisLatencyMillis, StepResult figures) {
  public PhaseResult {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(figures, "figures");
    if (!figures.phases().isEmpty() || !figures.slices().isEmpty()) {
      throw new IllegalArgumentException("phase " + name + " with phases or slices of its own");
    }
  }

  /** Whether the phase contains a time in seconds from the start of the step's window. */
  boolean contains(double seconds) {
    return seconds >= fromSeconds && seconds < toSeconds();
  }

  /** End of the phase, in seconds from the start of the step's window. */
  public double toSeconds() {
    return fromSeconds + figures.seconds();
  }
}
