package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;
import java.time.Duration;

/**
 * The load that measures a cell's capacity, before steps at shares of that capacity.
 *
 * @param users of a closed loop without think time, limited to the calls that the pool accepts
 * @param measure duration of the measurement, 100 ms or more
 */
public record CapacityLoad(int users, Duration measure) {
  public CapacityLoad {
    InvalidSettingException.requireRange("users", users, 1, Workload.Closed.MAX_USERS);
    LoadSchedule.requireMeasurable(measure);
  }
}
