package io.poolbench.sla;

import java.time.Duration;
import java.util.Objects;

/**
 * The step to measure next.
 *
 * @param level users, or requests per second
 * @param measure its duration
 */
public record NextStep(int level, Duration measure) {
  public NextStep {
    Objects.requireNonNull(measure, "measure");
  }
}
