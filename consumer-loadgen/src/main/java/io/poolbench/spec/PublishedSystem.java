package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;

/**
 * The provider of a published study as a closed queueing network, by arithmetic on its rows.
 *
 * @param cpuMillis CPU time of a call, above 0
 * @param waitMillis time in which a call holds its thread but no CPU
 * @param outsideMillis time of a call outside the pool: network, I/O threads and client
 * @param deviation standard deviation of the wait and of the time outside, relative to their means
 */
public record PublishedSystem(
    int cpus, double cpuMillis, double waitMillis, double outsideMillis, double deviation) {
  private static final double MAX_MILLIS = 1e6;
  private static final double MAX_DEVIATION = 10;

  public PublishedSystem {
    InvalidSettingException.requireRange("cpus", cpus, 1, 1024);
    require("cpuMillis", cpuMillis > 0 && cpuMillis <= MAX_MILLIS, cpuMillis);
    require("waitMillis", waitMillis >= 0 && waitMillis <= MAX_MILLIS, waitMillis);
    require("outsideMillis", outsideMillis >= 0 && outsideMillis <= MAX_MILLIS, outsideMillis);
    require("deviation", deviation >= 0 && deviation <= MAX_DEVIATION, deviation);
  }

  private static void require(String setting, boolean valid, double value) {
    if (!valid) {
      throw new InvalidSettingException(setting, value + " out of range");
    }
  }
}
