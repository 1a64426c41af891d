package io.poolbench.api;

/**
 * Latency added to each read of Redis, or to each answer of the provider, lognormal.
 *
 * @param meanMicros the mean; 0 = no added latency
 * @param deviationMicros the standard deviation; 0 = a constant latency
 */
public record AddedLatency(long meanMicros, long deviationMicros) {
  public static final AddedLatency NONE = new AddedLatency(0, 0);

  private static final long MAX_MICROS = 60_000_000;

  public AddedLatency {
    InvalidSettingException.requireRange("mean", meanMicros, "us", 0, MAX_MICROS, "0us..60s");
    InvalidSettingException.requireRange(
        "deviation", deviationMicros, "us", 0, MAX_MICROS, "0us..60s");
    if (meanMicros == 0 && deviationMicros > 0) {
      throw new InvalidSettingException("deviation", "not 0 without a mean (valid: 0)");
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
