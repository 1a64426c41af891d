package io.poolbench.sla;

import java.time.Duration;
import java.util.Objects;

/** The step to measure next; its level is in users or requests per second. */
public record NextStep(int level, Duration measure) {
  public NextStep {
    Objects.requireNonNull(measure, "measure");
  }
}
