package io.poolbench.result;

import java.util.Objects;

/**
 * The result of one phase of a step.
 *
 * @param name of the phase, unique in its step
 * @param fromSeconds its begin, in seconds from the start of the step's window
 * @param rate requests per second of an open loop; null of a closed one
 * @param redisLatencyMillis mean latency added to Redis in it; null where it adds no other than its
 *     cell
 * @param figures of the phase alone, as those of a step; without phases and slices
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

  /** Whether it has a moment, in seconds from the start of the step's window. */
  boolean contains(double seconds) {
    return seconds >= fromSeconds && seconds < toSeconds();
  }

  /** Its end, in seconds from the start of the step's window. */
  public double toSeconds() {
    return fromSeconds + figures.seconds();
  }
}
