package io.poolbench.result;

/**
 * The time of calls in one stage of the provider, such as the queue; null if unknown.
 *
 * @param meanMillis the mean, from an exact sum
 * @param tp99Millis the 99th percentile, from the provider's own histogram
 */
public record Stage(Double meanMillis, Double tp99Millis) {
  public static final Stage UNKNOWN = new Stage(null, null);
}
