package io.poolbench.redis;

import io.poolbench.api.InvalidSettingException;

/**
 * Latency that a proxy adds to each answer, lognormal.
 *
 * @param meanMicros the mean; 0 = no proxy
 * @param deviationMicros the standard deviation; 0 = a constant latency
 */
public record AddedLatency(long meanMicros, long deviationMicros) {
  public static final AddedLatency NONE = new AddedLatency(0, 0);

  private static final long MAX_MICROS = 60_000_000;

  public AddedLatency {
    requireRange("mean", meanMicros);
    requireRange("deviation", deviationMicros);
    if (meanMicros == 0 && deviationMicros > 0) {
      throw new InvalidSettingException("deviation", "not 0 without a mean (valid: 0)");
    }
  }

  private static void requireRange(String setting, long micros) {
    if (micros < 0 || micros > MAX_MICROS) {
      throw new InvalidSettingException(setting, micros + "us out of range (valid: 0us..60s)");
    }
  }

  /** This latency with another mean, and a deviation in the same proportion to it. */
  public AddedLatency withMean(long micros) {
    double proportion = isNone() ? 0 : deviationMicros / (double) meanMicros;
    return new AddedLatency(micros, Math.round(proportion * micros));
  }

  public boolean isNone() {
    return meanMicros == 0;
  }
}
