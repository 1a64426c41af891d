package io.poolbench.spec;

import io.poolbench.api.InvalidSettingException;

/**
 * What a call is to cost on the host that a study runs on, whatever host that is: the lab chooses
 * the call's CPU work and both added latencies so that a provider whose pool limits nothing shows
 * these three.
 *
 * @param saturationTps answers per second where the provider's CPUs are full
 * @param threadMicros time of a call in its business thread at low load
 * @param outsideMicros what a user's cycle has beyond that at low load: network, I/O threads,
 *     client
 */
public record Calibration(int saturationTps, long threadMicros, long outsideMicros) {
  private static final long MOST_MICROS = 10_000_000;

  public Calibration {
    InvalidSettingException.requireRange("saturationTps", saturationTps, 1, 10_000_000);
    requireTime("threadTime", threadMicros);
    requireTime("outsideTime", outsideMicros);
  }

  private static void requireTime(String setting, long micros) {
    if (micros < 1 || micros > MOST_MICROS) {
      throw new InvalidSettingException(setting, micros + "us is out of range; valid: 1us..10s");
    }
  }
}
