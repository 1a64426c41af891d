package io.poolbench.load;

import java.util.List;

/** Runners of steps of a load without groups, whose parts nobody receives. */
public final class StepRunners {
  private StepRunners() {}

  public static StepRunner of(Load load, NanoClock clock) {
    return of(load, clock, List.of());
  }

  public static StepRunner of(Load load, NanoClock clock, List<Long> limitsNanos) {
    return new StepRunner(load, clock, limitsNanos, List.of(), (level, part) -> {});
  }
}
