package io.poolbench.sla;

import java.time.Duration;
import java.util.Objects;

/**
 * A step that is still to be measured.
 *
 * @param level its load: closed-loop users, or requests per second of an open loop
 * @param measure how long it is measured
 */
public record NextStep(int level, Duration measure) {
  public NextStep {
    Objects.requireNonNull(measure, "measure");
  }
}
