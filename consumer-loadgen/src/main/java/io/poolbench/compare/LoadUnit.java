package io.poolbench.compare;

import io.poolbench.spec.Workload;
import java.util.Arrays;
import java.util.Optional;

/** The unit of load levels: users of a closed loop, or requests per second of an open loop. */
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

  public String unit() {
    return unit;
  }

  int max() {
    return max;
  }

  boolean isOf(Workload workload) {
    return of.isInstance(workload);
  }

  /** The unit named in a criterion, in singular or plural. */
  static Optional<LoadUnit> of(String unit) {
    return Arrays.stream(values())
        .filter(each -> each.unit.equals(unit) || (unit + "s").equals(each.unit))
        .findFirst();
  }
}
