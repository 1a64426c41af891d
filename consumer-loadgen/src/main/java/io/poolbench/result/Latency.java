package io.poolbench.result;

/**
 * Response times of a step's successful calls as the client saw them, in milliseconds; a figure is
 * null where there is none.
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
