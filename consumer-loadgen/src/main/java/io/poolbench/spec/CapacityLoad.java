package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.time.Duration;

/**
 * The load that measures a cell's own capacity, before the steps whose rates are shares of it.
 *
 * @param users of a closed loop without think time; no more are used than the pool accepts
 * @param measure how long they are measured, 100 ms or more
 */
public record CapacityLoad(int users, Duration measure) {
  public CapacityLoad {
    InvalidSettingException.requireRange("users", users, 1, Workload.Closed.MAX_USERS);
    LoadSchedule.requireMeasurable(measure);
  }
}
