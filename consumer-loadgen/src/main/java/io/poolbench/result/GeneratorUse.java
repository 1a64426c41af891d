package io.poolbench.result;

import java.util.Objects;

/**
 * What one load generator did in a measured window: its own calls, and what its process and its
 * host had of them.
 *
 * @param generator its address
 * @param level its share of the level
 * @param seconds the window's length by its own clock
 * @param lost whether it ended in the window; the other figures are then unknown
 * @param latency response times of its OK calls
 * @param lagTp99Millis as {@link Pacing#lagTp99Millis}
 * @param busyUsers as {@link Pending#busyUsers}; null also where the load has groups
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

  /** A generator that ended in the window. */
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

  /** The same use under the address by which the coordinator knows the generator. */
  public GeneratorUse of(String address) {
    return new GeneratorUse(
        address, level, seconds, lost, calls, latency, lagTp99Millis, busyUsers, driver, host);
  }
}
