package io.poolbench.result;

import io.poolbench.result.StepResult.Pacing;
import io.poolbench.result.StepResult.Pending;
import java.util.Objects;

/**
 * The calls of one load generator in a measured window, and the resource use of its process and
 * host.
 *
 * @param level its share of the step's level
 * @param seconds the window's length by its own clock
 * @param lost whether the generator ended during the window; the other values are then unknown
 * @param lagTp99Millis as {@link Pacing#lagTp99Millis}
 * @param busyUsers as {@link Pending#busyUsers}; null if the load has groups
 */
public record GeneratorUse(
    String generator,
    int level,
    double seconds,
    boolean lost,
    Calls calls,
    Latency latency,
    Double lagTp99Millis,
    Double busyUsers,
    DriverUse driver,
    HostUse host) {
  public GeneratorUse {
    Objects.requireNonNull(generator, "generator");
    Objects.requireNonNull(calls, "calls");
    Objects.requireNonNull(latency, "latency");
    Objects.requireNonNull(driver, "driver");
    Objects.requireNonNull(host, "host");
  }

  public static GeneratorUse lost(String generator) {
    return new GeneratorUse(
        generator,
        0,
        0,
        true,
        new Calls(0, 0, 0, 0, 0),
        Latency.UNKNOWN,
        null,
        null,
        DriverUse.UNKNOWN,
        HostUse.UNKNOWN);
  }

  /** Returns this use with the address by which the coordinator knows the generator. */
  public GeneratorUse of(String address) {
    return new GeneratorUse(
        address, level, seconds, lost, calls, latency, lagTp99Millis, busyUsers, driver, host);
  }
}
