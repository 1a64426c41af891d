package io.poolbench.compare;

import io.poolbench.spec.Workload;
import java.util.Arrays;
import java.util.Optional;

/** What the levels of a load count. */
public enum Counted {
  USERS("users", Workload.Closed.class, Workload.Closed.MAX_USERS),
  REQUESTS("requests/s", Workload.Open.class, Workload.Open.MAX_RATE);

  private final String unit;
  private final Class<? extends Workload> of;
  private final int most;

  Counted(String unit, Class<? extends Workload> of, int most) {
    this.unit = unit;
    this.of = of;
    this.most = most;
  }

  /** {@code users} or {@code requests/s}. */
  public String unit() {
    return unit;
  }

  /** The highest level that there can be. */
  int most() {
    return most;
  }

  /** Whether a load's levels count these. */
  boolean isOf(Workload workload) {
    return of.isInstance(workload);
  }

  /** By the word in a criterion, also that for a single one. */
  static Optional<Counted> of(String unit) {
    return Arrays.stream(values())
        .filter(counted -> counted.unit.equals(unit) || (unit + "s").equals(counted.unit))
        .findFirst();
  }
}
