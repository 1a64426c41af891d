package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;

/**
 * The target cost of a call on every host. The lab chooses the call's CPU work and both added
 * latencies so that a provider with an unlimited pool reaches these three values.
 *
 * @param saturationTps answers per second at which the provider's CPUs are fully used
 * @param threadMicros time of a call in its business thread at low load, 1 us to 10 s
 * @param outsideMicros network and client time at low load, the rest of a user's cycle, 1 us to 10
 *     s
 */
public record Calibration(int saturationTps, long threadMicros, long outsideMicros) {
  private static final long MAX_MICROS = 10_000_000;

  public Calibration {
    InvalidSettingException.requireRange("saturationTps", saturationTps, 1, 10_000_000);
    requireTime("threadTime", threadMicros);
    requireTime("outsideTime", outsideMicros);
  }

  private static void requireTime(String setting, long micros) {
    if (micros < 1 || micros > MAX_MICROS) {
      throw new InvalidSettingException(setting, micros + "us out of range (valid: 1us..10s)");
    }
  }
}
