package io.poolbench.result;

/**
 * Mean, percentiles and max of times in milliseconds: the response times of a step's OK calls, or
 * their parts in an open loop. A value is null without calls, or with too few for the percentile
 * ({@link Percentile}).
 *
 * @param tp999Millis the 99.9th percentile
 */
public record Latency(
    Double meanMillis,
    Double tp50Millis,
    Double tp90Millis,
    Double tp99Millis,
    Double tp999Millis,
    Double maxMillis) {
  /** All values unknown. */
  public static final Latency UNKNOWN = new Latency(null, null, null, null, null, null);
}
