package io.poolbench.result;

/**
 * The time that calls spent in a part of their way through the provider; null where unknown.
 *
 * @param meanMillis the mean, from an exact sum
 * @param tp99Millis the 99th percentile, from the provider's own histogram
 */
public record Stage(Double meanMillis, Double tp99Millis) {
  /** Nothing is known. */
  public static final Stage UNKNOWN = new Stage(null, null);
}
