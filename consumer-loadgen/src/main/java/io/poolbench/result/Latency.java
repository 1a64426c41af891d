package io.poolbench.result;

/**
 * How times are distributed, in milliseconds: the response times of a step's OK calls, or one of
 * the parts of an open loop's. A figure is null where there is none, or where too few calls tell it
 * ({@link Percentile}).
 *
 * @param meanMillis the mean
 * @param tp50Millis the median, and so on; {@code tp999Millis} is the 99.9th percentile
 * @param maxMillis the longest
 */
public record Latency(
    Double meanMillis,
    Double tp50Millis,
    Double tp90Millis,
    Double tp99Millis,
    Double tp999Millis,
    Double maxMillis) {
  /** Nothing is known. */
  public static final Latency UNKNOWN = new Latency(null, null, null, null, null, null);
}
