package io.poolbench.compare;

import io.poolbench.spec.Workload;
import java.util.Arrays;
import java.util.Optional;

/** What the levels of a load count. */
public enum LoadUnit {
  USERS("users", Workload.Closed.class, Workload.Closed.MAX_USERS),
  REQUESTS("requests/s", Workload.Open.class, Workload.Open.MAX_RATE);

  private final String unit;
  private final Class<? extends Workload> of;
  private final int max;

  LoadUnit(String unit, Class<? extends Workload> of, int max) {
    this.unit = unit;
    this.of = of;
    this.max = max;
  }

  /** {@code users} or {@code requests/s}. */
  public String unit() {
    return unit;
  }

  int max() {
    return max;
  }

  boolean isOf(Workload workload) {
    return of.isInstance(workload);
  }

  /** By the word of a criterion, singular or plural. */
  static Optional<LoadUnit> of(String unit) {
    return Arrays.stream(values())
        .filter(each -> each.unit.equals(unit) || (unit + "s").equals(each.unit))
        .findFirst();
  }
}
