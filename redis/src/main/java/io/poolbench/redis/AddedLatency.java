package io.poolbench.redis;

import io.poolbench.api.InvalidSettingException;

/**
 * Latency that a proxy adds to each answer.
 *
 * @param meanMicros its mean; 0 = no proxy
 * @param deviationMicros its standard deviation, of a lognormal distribution; 0 = always the mean
 */
public record AddedLatency(long meanMicros, long deviationMicros) {
  /** No proxy, no added latency. */
  public static final AddedLatency NONE = new AddedLatency(0, 0);

  private static final long MOST_MICROS = 60_000_000;

  public AddedLatency {
    requireRange("mean", meanMicros);
    requireRange("deviation", deviationMicros);
    if (meanMicros == 0 && deviationMicros > 0) {
      throw new InvalidSettingException("deviation", "needs a mean; valid: 0 where the mean is 0");
    }
  }

  private static void requireRange(String setting, long micros) {
    if (micros < 0 || micros > MOST_MICROS) {
      throw new InvalidSettingException(setting, micros + "us is out of range; valid: 0us..60s");
    }
  }

  /** Whether there is any. */
  public boolean isNone() {
    return meanMicros == 0;
  }
}
